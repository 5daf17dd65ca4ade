// The npm package: the studio's computations as functions. docs/reference/package.md describes them.
export type { DeformerKind, DeformSettings } from "../model/deform";
export { type Complaint, SinewError } from "../model/errors";
export type { ExportFormatId } from "../model/files/export/export-formats";
export type { ExportOptions, FileBeside } from "../model/files/export/export-options";
export type { ExportTargetId } from "../model/files/export/export-targets";
export type { FrameFormatId } from "../model/files/export/frame-formats";
export type { SkeletonSource } from "../model/files/skeleton-source";
export type { MeshSequence } from "../model/mesh/mesh-sequence";
export type { FitReport } from "../model/reports/fit-report";
export type { SkeletonReport } from "../model/reports/skeleton-report";
export type { SolveReport } from "../model/reports/solve-report";
export type { WeightReport } from "../model/reports/weight-report";
export type { Rig } from "../model/rig/rig";
export type { SparseWeights } from "../model/rig/sparse-weights";
export type { ExtractSettings } from "../model/skeleton/extract/extract-settings";
export type { FitSettings } from "../model/skeleton/fit/fit-settings";
export type { SolveSettings } from "../model/solve/solve-settings";
export type { Progress } from "../model/task";
export type { TransferSettings } from "../model/weights/transfer";
export type { WeightSettings } from "../model/weights/weight-settings";
export { type BakeOptions, bake, type DeformOptions, deform } from "./deform";
export type { FrameOptions } from "./frame-options";
export { type Files, type NamedBytes, type Opened, type OpenOptions, open, openSkeletons } from "./open";
export { reduce } from "./reduce";
export { type InfluenceSettings, reduceInfluences } from "./reduce-influences";
export type { RunOptions } from "./run-options";
export { decompose, fit, skeleton } from "./solve";
export { transfer } from "./transfer";
export { weights } from "./weights";
export {
  type Content,
  type WriteFormat,
  type WriteOptions,
  type WrittenFiles,
  write,
  writeFiles,
} from "./write";
