import { createRandom } from "../../../math/random";
import type { SourceFile } from "../../source/source";
import { bytesFile } from "../../source/source-file";
import { pick } from "./mutate";
import type { Specimen } from "./specimens";

/** The files of a specimen. By the seed, the first file is damaged, mostly once, sometimes twice. */
export async function mutantOf(
  { files: [[name, bytes], ...others], mutators }: Specimen,
  seed: number,
): Promise<SourceFile[]> {
  const random = createRandom(seed);
  let damaged = bytes;
  const times = random.next() < 0.85 ? 1 : 2;
  for (let n = 0; n < times; n++) {
    try {
      damaged = await pick(mutators, random)(damaged, random);
    } catch {
      // A mutator that parses the file may fail the second time, and an encoder cannot pack everything.
      break;
    }
  }
  return [bytesFile(name, damaged), ...others.map(([other, its]) => bytesFile(other, its))];
}
