import { expect, it } from "vitest";
import { oneThread } from "../../kernels/one-thread";
import { UNWATCHED } from "../../model/task";
import { strictCloth } from "../../testing/strict-rigs";
import { BoneLevels } from "./bone-levels";
import { fewerBones } from "./fewer-bones";

it("gives the same rig for a number of bones, whichever was asked for before", async () => {
  const { sequence, rig } = strictCloth({ seed: 3, bones: 10, frames: 7, size: 8 });
  const levels = new BoneLevels(sequence, rig, oneThread);
  for (const count of [8, 3, 5, 9, 5, 1, 10]) {
    const alone = await fewerBones(sequence, rig, count, oneThread, UNWATCHED);
    expect(await levels.at(count, UNWATCHED)).toEqual(alone);
  }
  levels.dispose();
});
