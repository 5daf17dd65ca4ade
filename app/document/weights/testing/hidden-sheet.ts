import fc from "fast-check";
import { expect } from "vitest";
import type { MeshSequence } from "../../../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../../../workers/model/rig/rig";
import { WeightBuilder } from "../../../../workers/model/rig/weight-builder";
import { bendingBar } from "../../../../workers/testing/sequences";
import { History } from "../../history/history";
import { hideVertices, showEverything } from "../../scene/hiding-commands";
import { createStores, type Stores } from "../../stores";
import { shownMarks } from "../../vertices/changeable";
import { BONES, sheet } from "./weights";

export const SHEET_SEED = 20261126;

const mesh = sheet();
const every = Array.from({ length: mesh.vertexCount }, (_, i) => i);

/** Rows of three bones that do not sum to 1, so that every operation finds something to change. */
const weights = (() => {
  const rows = new WeightBuilder();
  for (const i of every) {
    for (const [bone, share] of [0.5, 0.3 + (i % 7) / 100, 0.15].entries()) rows.add(bone, share);
    rows.endRow();
  }
  return rows.weights();
})();
const rig: Rig = {
  ...{ version: 1, bones: BONES, boneKind: "rigid", weights },
  ...{ motion: new Float32Array(12 * BONES.length), rest: mesh.positions },
};
const sequence: MeshSequence = {
  ...bendingBar().sequence,
  ...{ rest: mesh.positions, triangles: mesh.triangles, vertexCount: mesh.vertexCount },
  solverIndex: Uint32Array.from(every),
  polygonOffsets: Uint32Array.from({ length: mesh.triangles.length / 3 + 1 }, (_, p) => 3 * p),
  polygonCorners: mesh.triangles,
  uvs: null,
  parts: [{ name: "sheet", material: 0, firstPolygon: 0, polygonCount: 0 }].map((part) => ({
    ...part,
    firstTriangle: 0,
    triangleCount: mesh.triangles.length / 3,
  })),
};

/** For tests of hidden vertices: a sheet with a rig of three bones. */
export const SHEET = { mesh, every, weights, rig, sequence };

/** The sheet as an open document. */
export interface OpenedSheet {
  stores: Stores;
  history: History;
  /** Bones and values of a vertex. */
  row(i: number): number[][];
  /** The titles of all messages. */
  toasts(): string[];
  /** Puts the first weights back, and shows everything. */
  reset(): void;
}

export function openSheet(): OpenedSheet {
  const stores = createStores();
  const history = new History();
  stores.document.setState({ sequence, rig });
  return {
    ...{ stores, history },
    row: (i) => {
      const { offsets, bones, values } = stores.document.getState().rig!.weights;
      return [bones, values].map((all) => [...all.subarray(offsets[i], offsets[i + 1])]);
    },
    toasts: () => stores.notices.getState().toasts.map(({ title }) => title),
    reset: () => {
      stores.document.setState({ sequence, rig, weightLayers: null });
      history.run(showEverything(stores));
    },
  };
}

/**
 * Runs an operation while random vertices are hidden. They keep their rows, and a message counts them. The others get
 * the rows that they get while nothing is hidden.
 * @param near whether new rows depend on those of other vertices, so that the others may differ
 */
export async function expectHiddenStay(
  { stores, history, row, toasts, reset }: OpenedSheet,
  operate: () => Promise<unknown>,
  near = false,
): Promise<void> {
  const before = every.map(row);
  await operate();
  const free = every.map(row);
  expect(free).not.toEqual(before);
  reset();
  const subsets = fc.subarray(every, { minLength: 30, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(subsets, async (hidden) => {
      history.run(hideVertices(stores, Uint32Array.from(hidden)));
      const shown = shownMarks(stores)!;
      await operate();
      const after = every.map(row);
      const changes = every.filter((i) => `${free[i]}` !== `${before[i]}`);
      for (const i of every) {
        if (!shown[i]) expect(after[i]).toEqual(before[i]);
        else if (!near) expect(after[i]).toEqual(free[i]);
      }
      if (changes.some((i) => shown[i])) expect(after).not.toEqual(before);
      if (changes.some((i) => !shown[i])) expect(toasts().join()).toMatch(/\d+ hidden vert\w+ stays? as/);
      reset();
      stores.notices.setState({ toasts: [] });
    }),
    { seed: SHEET_SEED, numRuns: 8 },
  );
}
