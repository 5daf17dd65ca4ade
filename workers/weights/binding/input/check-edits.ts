import { SinewError } from "../../../model/errors";
import { howMany } from "../../../model/reports/figures";
import type { VertexBoneValues, WeightEdits } from "../../../model/weights/weight-edits";

/** Sizes of the mesh and the skeleton. */
export interface Sizes {
  vertices: number;
  bones: number;
}

export const refuseBinding = (title: string, body: string, facts?: [string, string][]): never => {
  throw new SinewError({ title, body, facts });
};

/** @throws SinewError if edits belong to another mesh or skeleton, or ask for impossible weights. */
export function checkEdits(edits: WeightEdits, { vertices, bones }: Sizes): void {
  const fits = ({ vertices: of, bones: by, values }: VertexBoneValues) =>
    of.length === by.length &&
    of.length === values.length &&
    of.every((i) => i < vertices) &&
    by.every((j) => j < bones) &&
    values.every(Number.isFinite);
  const { holds, influences, attach, neumann, smooth, importance, wires, addedExemplars, painted } = edits;
  const whole =
    [holds, influences, attach, neumann, smooth].every(fits) &&
    wires.every((i) => i < vertices) &&
    painted.every((i) => i < vertices) &&
    (importance === null ||
      (importance.length === vertices && importance.every((x) => x >= 0 && x < Infinity)));
  const posed = addedExemplars.every(
    ({ pose }) => pose.rotations.length === 4 * bones && pose.translations.length === 3 * bones,
  );
  if (!whole || !posed) {
    refuseBinding(
      "The painted edits do not fit this mesh and skeleton",
      `They have ${howMany(vertices, "vertex")} and ${howMany(bones, "bone")}. Clear the edits and paint them again.`,
    );
  }
  checkValues(edits);
}

/** Names of the artist's lists in error messages. */
const LISTS = {
  holds: "A weight is held at",
  influences: "An influence is",
  attach: "An attachment is",
  neumann: "A border is",
  smooth: "The strength of a smooth area is",
} as const satisfies Partial<Record<keyof WeightEdits, string>>;

function checkValues(edits: WeightEdits): void {
  const title = "The painted edits cannot be used";
  for (const name of Object.keys(LISTS) as (keyof typeof LISTS)[]) {
    const { vertices, values } = edits[name];
    const wrong = values.findIndex((x) => x < 0 || x > 1);
    if (wrong < 0) continue;
    const value = Number(values[wrong].toPrecision(6));
    refuseBinding(title, `${LISTS[name]} ${value} at vertex ${vertices[wrong] + 1}. It takes 0 to 1.`);
  }
  if (edits.wires.length % 2 !== 0)
    refuseBinding(
      title,
      `Links join two vertices each; ${edits.wires.length} ends are an odd number of them.`,
    );
}
