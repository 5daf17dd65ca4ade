// The npm package: the studio's computations as functions. docs/reference/package.md describes them.
export { SinewError } from "../model/errors";
export type { SkeletonSource } from "../model/files/skeleton-source";
export type { MeshSequence } from "../model/mesh/mesh-sequence";
export type { Rig } from "../model/rig/rig";
export type { SparseWeights } from "../model/rig/sparse-weights";
export type { Progress } from "../model/task";
export { type BakeOptions, bake, type DeformOptions, deform } from "./deform";
export { type Files, type NamedBytes, type Opened, type OpenOptions, open, openSkeletons } from "./open";
export { reduce } from "./reduce";
export { type InfluenceSettings, reduceInfluences } from "./reduce-influences";
export type { RunOptions } from "./run";
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
