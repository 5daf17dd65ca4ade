/**
 * Files with damaged cameras, pointers, extras and lists. They can be opened and exported, or are refused with an error
 * message.
 */
import { expect, it } from "vitest";
import { prepareFileRig } from "../../../export/prepare";
import { createRandom } from "../../../math/random";
import { SinewError } from "../../../model/errors";
import { UNWATCHED } from "../../../model/task";
import { assemble } from "../../assemble/assemble-sequence";
import { AS_IT_IS } from "../../testing/formats";
import { glbJson, glbNudged } from "../../testing/fuzz/containers";
import { openBytes } from "../read/testing/read-bytes";
import { everythingGlb } from "../testing/everything";
import { writeGlb } from "./write-glb";

const COUNT = Number(process.env.FUZZ_COUNT ?? 40);
const options = { ...AS_IT_IS, keepRig: true };

it("a damaged file can be opened and exported, or is refused with an error message", async () => {
  const whole = everythingGlb();
  const ends = { written: 0, refused: 0 };
  for (let seed = 1; seed <= COUNT; seed++) {
    const random = createRandom(seed);
    const damage = seed % 2 === 0 ? glbJson : glbNudged;
    const bytes = damage(whole, random);
    try {
      const source = await openBytes(bytes);
      const { sequence, rig } = await assemble(await source.read(options, UNWATCHED), options, UNWATCHED);
      if (!rig) continue;
      const asked = { influences: 0, clips: [], upAxis: "y" as const };
      await writeGlb(await prepareFileRig(sequence, rig, asked, UNWATCHED));
      ends.written++;
    } catch (error) {
      if (!(error instanceof SinewError)) throw new Error(`seed ${seed}`, { cause: error });
      ends.refused++;
    }
  }
  expect(ends.written).toBeGreaterThan(COUNT / 4);
  expect(ends.refused).toBeGreaterThan(0);
});
