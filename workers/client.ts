// The only door from the studio to the engine.
export type {
  CorrectionResult,
  DroppedFile,
  EditBonesResult,
  Job,
  OpenChoice,
  OpenResult,
  ProjectExtras,
  SolvePartial,
  SolveResult,
  SolverClient,
} from "./jobs/api";
export { createSolverClient } from "./jobs/solver-client";
export type { GlbExportOptions, GlbExportResult } from "./model/files/glb-export";
export type { KeepInput } from "./projects/keep-input";
export { createProjectsClient, type ProjectsClient } from "./projects/projects-client";
