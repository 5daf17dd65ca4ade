import { expect, it } from "vitest";
import { MIRROR_DEFAULTS, type MirrorSettings } from "../../../model/weights/mirror-settings";
import { lobedBody, lobedSequence } from "../../../testing/lobed-body";
import { readProject } from "../read";
import { writeProject } from "../write";

const sequence = lobedSequence("body", lobedBody({ steps: 2 }));
const back = (mirroring?: MirrorSettings) =>
  readProject(writeProject({ sequence, rig: null, report: null, ...(mirroring && { mirroring }) }), "body")
    .mirroring;

it("keeps how the sides are matched, and writes nothing for the defaults", () => {
  const settings: MirrorSettings = {
    plane: "z",
    offset: -0.25,
    by: "topology",
    within: 0.5,
    edge: [3, 7],
    line: 0.5,
    pairs: [
      ["arm_L", "arm_R"],
      ["tail", "tail"],
    ],
  };
  expect(back(settings)).toEqual(settings);
  expect(back(MIRROR_DEFAULTS)).toBeUndefined();
  expect(back()).toBeUndefined();
});
