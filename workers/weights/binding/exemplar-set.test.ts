import { expect, it } from "vitest";
import { NO_WEIGHT_EDITS } from "../../model/weights/weight-edits";
import { chain } from "../testing/bindables";
import { exemplarSet, unseenPoses } from "./exemplar-set";

it("poses that judge weights are never among the fitted poses, whatever the seed", () => {
  const skeleton = chain([0, 0, 0], [1, 0, 0], [2, 0, 0]);
  for (const seed of [0, 1, 2, 1_540_483_477, 4_294_967_295]) {
    const unseen = unseenPoses(skeleton, seed);
    const fitted = exemplarSet(skeleton, { exemplars: 400, seed }, NO_WEIGHT_EDITS);
    const poseOf = ({ motions }: typeof fitted, k: number) => motions.subarray(24 * k, 24 * (k + 1)).join();
    const seen = new Set(Array.from({ length: fitted.count }, (_, k) => poseOf(fitted, k)));
    expect(unseen.count).toBe(100);
    for (let k = 0; k < unseen.count; k++) expect(seen).not.toContain(poseOf(unseen, k));
  }
});
