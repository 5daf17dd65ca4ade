// The only door from the studio to the engine.
export type {
  DroppedFile,
  Job,
  JobKind,
  OpenChoice,
  OpenResult,
  SolvePartial,
  SolveResult,
  SolverClient,
} from "./jobs/api";
export { type ClientOptions, createSolverClient } from "./jobs/solver-client";
export type { GlbExportOptions, GlbExportResult } from "./model/glb-export";
