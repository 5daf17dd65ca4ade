/** Files whose rigs are far larger than usual. */
import { describe, expect, it } from "vitest";
import { UNWATCHED } from "../../model/task";
import { assemble } from "../assemble/assemble-sequence";
import { inspect } from "../open";
import { bytesFile } from "../source/source-file";
import { AS_IT_IS } from "../testing/formats";
import { armRecords, fbxBinary, fbxText } from "./testing/fixtures";

const KEEP = { ...AS_IT_IS, keepRig: true };

async function open(bytes: Uint8Array) {
  const [source] = await inspect([bytesFile("arm.fbx", bytes)], UNWATCHED);
  return assemble(await source.read(KEEP, UNWATCHED), KEEP, UNWATCHED);
}

describe("an FBX with thousands of bones", () => {
  it.each([
    ["binary", fbxBinary],
    ["text", fbxText],
  ])(
    "keeps 1500 influences of a vertex without using memory for the other vertices: %s",
    async (_, write) => {
      const { rig } = await open(write(armRecords({ bones: 1500, spread: true })));
      const { offsets } = rig!.weights;
      const lengths = Array.from({ length: offsets.length - 1 }, (_, i) => offsets[i + 1] - offsets[i]);
      expect(lengths.filter((length) => length === 1500)).toHaveLength(2);
      expect(lengths.filter((length) => length === 1)).toHaveLength(3000);
    },
  );
});
