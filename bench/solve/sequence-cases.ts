import type { SolveSettings } from "../../workers/model/solve/solve-settings";

/** A measured sequence: its files in the shared data, and the rigs to solve for. */
export interface SequenceCase {
  files: string[];
  bones: number[];
  kinds?: SolveSettings["boneKind"][];
  influences?: number;
}

const pair = (name: string) => [`${name}.obj`, `${name}.pc2`];

export const SEQUENCE_CASES: SequenceCase[] = [
  { files: pair("horse-gallop"), bones: [10, 20, 30], kinds: ["rigid", "affine"] },
  { files: pair("cat-poses"), bones: [15, 20, 25] },
  { files: pair("horse-poses"), bones: [10, 20] },
  { files: pair("pcow"), bones: [10, 24] },
  { files: pair("chickenCrossing"), bones: [20] },
  { files: pair("ground-truth/cheburashka/cheburashka"), bones: [11] },
  { files: pair("vellum-cloth"), bones: [20] },
  { files: ["alembic/Bone_Anim.abc"], bones: [10, 20], influences: 8 },
];

/** The same with four times as many triangles; only its time matters. */
export const SUBDIVIDED: SequenceCase = { files: pair("horse-gallop"), bones: [27] };
