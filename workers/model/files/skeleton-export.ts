import type { MeshSequence, UpAxis } from "../mesh/mesh-sequence";

/** The order in which a BVH turns: "ZXY" turns about z, then about the turned x, then about the turned y. */
export type RotationOrder = "ZXY" | "ZYX" | "XYZ" | "XZY" | "YXZ" | "YZX";
export const ROTATION_ORDERS: readonly RotationOrder[] = ["ZXY", "ZYX", "XYZ", "XZY", "YXZ", "YZX"];

/** The unit of a file: the sequence's own, metres or centimetres. */
export type FileUnit = "own" | "m" | "cm";

export interface BvhExportOptions {
  /** Indices into the sequence's clips, whose frames follow each other in the file; empty is all. */
  clips: number[];
  order: RotationOrder;
  upAxis: UpAxis;
  unit: FileUnit;
}

export type TgfExportOptions = Pick<BvhExportOptions, "upAxis" | "unit">;

/** Defaults: what most motion-capture files use. */
export const bvhExportDefaults = ({ clips }: Pick<MeshSequence, "clips">): BvhExportOptions => ({
  clips: [...clips.keys()],
  order: "ZXY",
  upAxis: "y",
  unit: "own",
});

/** Defaults: the joints are in the coordinates of the mesh's own file. */
export const tgfExportDefaults = ({ upAxis }: Pick<MeshSequence, "upAxis">): TgfExportOptions => ({
  upAxis,
  unit: "own",
});

/** Length of one of the sequence's units in a file. */
export const unitScale = (unit: FileUnit, { metresPerUnit }: Pick<MeshSequence, "metresPerUnit">): number =>
  ({ own: 1, m: metresPerUnit, cm: 100 * metresPerUnit })[unit];

/** A file, with sentences about what it cannot hold as it is. */
export interface SkeletonExportResult {
  bytes: Uint8Array;
  notes: string[];
}
