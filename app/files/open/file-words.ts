import type { DroppedFile } from "../../../workers/client";
import { plural } from "../../common/format";

/** Names files in a message: the only one by its path, several by their number. */
export const wordsFor = (files: readonly DroppedFile[]): string =>
  files.length === 1 ? files[0].path : plural(files.length, "file");

/** What a message about files that cannot be opened offers. */
export const CHOOSE_OTHERS = { label: "Choose other files…", action: "file.open" };
