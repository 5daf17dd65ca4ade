import type { MeshSequence, UpAxis } from "../../mesh/mesh-sequence";

/** The order in which a BVH turns: "ZXY" turns about z, then about the turned x, then about the turned y. */
export type RotationOrder = "ZXY" | "ZYX" | "XYZ" | "XZY" | "YXZ" | "YZX";
export const ROTATION_ORDERS: readonly RotationOrder[] = ["ZXY", "ZYX", "XYZ", "XZY", "YXZ", "YZX"];

/** The unit of a file: the sequence's own, metres or centimetres. */
export type FileUnit = "own" | "m" | "cm";

export interface BvhExportOptions {
  /** Indices into the sequence's clips; empty is all. The file has their frames one after the other. */
  clips: number[];
  order: RotationOrder;
  upAxis: UpAxis;
  unit: FileUnit;
}

export type TgfExportOptions = Pick<BvhExportOptions, "upAxis" | "unit">;

/** Default options, as in most motion-capture files. */
export const bvhExportDefaults = ({ clips }: Pick<MeshSequence, "clips">): BvhExportOptions => ({
  clips: [...clips.keys()],
  order: "ZXY",
  upAxis: "y",
  unit: "own",
});

/** Default options: joints in the coordinates of the mesh's own file. */
export const tgfExportDefaults = ({ upAxis }: Pick<MeshSequence, "upAxis">): TgfExportOptions => ({
  upAxis,
  unit: "own",
});

/** The length of one unit of the sequence in the file. */
export const unitScale = (unit: FileUnit, { metresPerUnit }: Pick<MeshSequence, "metresPerUnit">): number =>
  ({ own: 1, m: metresPerUnit, cm: 100 * metresPerUnit })[unit];

/** A file, with sentences about what it can only hold with changes. */
export interface SkeletonExportResult {
  bytes: Uint8Array;
  notes: string[];
}
