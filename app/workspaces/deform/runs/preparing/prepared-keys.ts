import type { DeformerKind, DeformSettings } from "../../../../../workers/model/deform";
import { usesDirect } from "../../../../document/deform/prepared";
import type { ViewState } from "../../../../document/view-state";

/** The kinds of data that the engine prepares for deformers. */
export type PreparedKind = "direct" | "strengths" | "centres";

/** Everything that one kind of data depends on besides the rig. Keys are compared entry by entry. */
export type Key = readonly unknown[];

export const sameKey = (a: Key | null, b: Key | null) =>
  !!a && !!b && a.every((value, n) => Object.is(value, b[n]));

/** The settings that DirectData depend on: all but those of the slide. */
export const directKey = (s: DeformSettings): Key => [
  s.bind,
  s.scheme,
  s.laplacian,
  s.iterations,
  s.lambda,
  s.kappa,
  s.limbRadius,
  s.joinReach,
  s.painted.lambda,
  s.painted.kappa,
];

export const strengthsKey = (s: DeformSettings): Key => [
  s.bind,
  s.limbRadius,
  s.slideOfBone,
  s.painted.lambda,
  s.painted.kappa,
  s.painted.alpha,
];

/** The deformers that the panes show or compare with. */
function shownDeformers({ panes }: Pick<ViewState, "panes">): DeformerKind[] {
  return panes.flatMap(({ deformer, shading, reference }) =>
    shading === "difference" && reference !== "source" ? [deformer, reference] : [deformer],
  );
}

/** The keys of the data that the panes need. */
export function neededKeys(
  view: Pick<ViewState, "panes">,
  settings: DeformSettings,
): Partial<Record<PreparedKind, Key>> {
  const kinds = shownDeformers(view);
  return {
    strengths: strengthsKey(settings),
    ...(kinds.some(usesDirect) && { direct: directKey(settings) }),
    ...(kinds.includes("cor") && { centres: [] }),
  };
}
