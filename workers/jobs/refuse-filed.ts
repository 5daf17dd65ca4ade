import { SinewError } from "../model/errors";
import { needsAllFrames } from "../model/files/frames-in-memory";
import { isFiled, type SequenceMesh } from "../model/mesh/streamed-sequence";

const isSequence = (field: unknown): field is SequenceMesh =>
  typeof field === "object" && field !== null && "frames" in field && "vertexCount" in field;

/**
 * Refuses the input of a job that needs all frames in memory.
 * @throws SinewError if the frames of a sequence in it stay in their files.
 */
export function refuseFiled(input: object): void {
  for (const field of Object.values(input)) {
    if (isSequence(field) && isFiled(field)) throw new SinewError(needsAllFrames(field.name));
  }
}
