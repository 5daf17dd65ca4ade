import { SinewError } from "../../../model/errors";
import type { Segment } from "../../../model/skeleton/skeleton";
import { UNWATCHED } from "../../../model/task";
import { bytesFile } from "../../source/source-file";
import { textFile } from "../../testing/formats";
import { readSkeletons } from "../read";

export const read = async (name: string, content: string | Uint8Array) =>
  readSkeletons(
    [typeof content === "string" ? textFile(name, content) : bytesFile(name, content)],
    UNWATCHED,
  );
export const complaint = (name: string, content: string | Uint8Array) =>
  read(name, content).then(
    () => "no complaint",
    (error) => (error instanceof SinewError ? error.message : `not a SinewError: ${error.stack}`),
  );
export const brief = (segments: Segment[]) =>
  segments.map(({ name, parent, kind }) => `${name} ${parent} ${kind}`);
