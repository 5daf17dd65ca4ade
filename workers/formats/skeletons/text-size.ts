import { SinewError } from "../../model/errors";
import type { SourceFile } from "../source/source";

/** Larger texts are refused. */
const LARGEST_TEXT = 5e8;

/** @throws SinewError if a text is too large to read as a whole. */
export function checkTextSize(file: SourceFile): void {
  if (file.size <= LARGEST_TEXT) return;
  throw new SinewError({
    title: `${file.name} is too large`,
    body: `It has ${Math.round(file.size / 1e6)} MB of text; Sinew reads skeletons of up to ${LARGEST_TEXT / 1e6} MB. Cut its animation into shorter clips.`,
  });
}
