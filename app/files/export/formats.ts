import {
  EXPORT_FORMAT_IDS,
  EXPORT_FORMATS,
  type ExportFormatId,
} from "../../../workers/model/files/export/export-formats";
import {
  FRAME_FORMAT_IDS,
  FRAME_FORMATS,
  type FrameFormatId,
} from "../../../workers/model/files/export/frame-formats";

/** The formats of the export dialog. */
export type Format = ExportFormatId | FrameFormatId | "bvh" | "tgf";

/** What a file holds: bones that move a mesh, its deformed frames, or a skeleton alone. */
export type Content = "rig" | "frames" | "skeleton";

export const FORMATS: { value: Format; label: string; note: string }[] = [
  ...EXPORT_FORMAT_IDS.map((id) => ({
    value: id,
    label: EXPORT_FORMATS[id].title,
    note: "mesh, bones, clips",
  })),
  ...FRAME_FORMAT_IDS.map((id) => ({ value: id, label: FRAME_FORMATS[id].title, note: "deformed frames" })),
  { value: "bvh", label: "BVH", note: "motion of the skeleton" },
  { value: "tgf", label: ".tgf", note: "skeleton" },
];

export const contentOf = (format: Format): Content =>
  format in EXPORT_FORMATS ? "rig" : format in FRAME_FORMATS ? "frames" : "skeleton";

/** Describes each format with a mesh. */
export const ABOUT: Partial<Record<Format, string>> = Object.fromEntries(
  Object.entries({ ...EXPORT_FORMATS, ...FRAME_FORMATS }).map(([id, { about }]) => [id, about]),
);
