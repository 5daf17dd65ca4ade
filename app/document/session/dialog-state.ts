import { createStore } from "zustand/vanilla";
import type { DroppedFile, RigBeside } from "../../../workers/client";
import type { Complaint } from "../../../workers/model/errors";
import type { ReadCage } from "../../../workers/model/files/cage-source";
import type { KeptProject } from "../../../workers/model/files/kept-project";
import type { SkeletonSource } from "../../../workers/model/files/skeleton-source";
import type { SourceInfo } from "../../../workers/model/files/source-info";

export type Dialog =
  | {
      kind: "open";
      sources: SourceInfo[];
      skeletons: SkeletonSource[];
      /** Whether frames should stay in their files. */
      stays: boolean;
      /** The files, if the open animation can be fitted to their skeleton instead; null if not. */
      toFit: DroppedFile[] | null;
    }
  | { kind: "skeletons"; skeletons: SkeletonSource[]; files: DroppedFile[] }
  /** A cage of a file, or none: one is made. `asMesh` opens the file as a mesh instead. */
  | { kind: "cage"; read: ReadCage | null; asMesh: (() => void) | null }
  /** A rig from another file, to transfer its weights to the open mesh. `instead` opens that file. */
  | { kind: "transfer"; beside: RigBeside; instead: (() => void) | null }
  | { kind: "error"; complaint: Complaint; details: string; fix: { label: string; action: string } | null }
  | { kind: "export" }
  | { kind: "bake" }
  /** Versions of the open project, or of another saved one. */
  | { kind: "versions"; project: KeptProject | null }
  | { kind: "keys" }
  | { kind: "about" };

/** The one open dialog. */
export const createDialogStore = () => createStore<{ dialog: Dialog | null }>()(() => ({ dialog: null }));
