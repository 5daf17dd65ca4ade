// The studio's only access to the engine.

export type { QuickFit } from "./decompose/quick/quick-fit-input";
export type {
  CorrectionResult,
  DroppedFile,
  EditBonesResult,
  OpenChoice,
  OpenResult,
  ProjectExtras,
  RigBeside,
  SolvePartial,
  SolveResult,
} from "./jobs/api";
export type { Job, SolverClient } from "./jobs/client/client-types";
export { createSolverClient } from "./jobs/client/solver-client";
export type { Handle } from "./jobs/handles";
export type { JobInput, JobKind } from "./jobs/jobs";
export type { ExportOptions, ExportResult } from "./model/files/export/export-options";
export type { KeepInput } from "./projects/keep-input";
export { createProjectsClient, type ProjectsClient } from "./projects/projects-client";
