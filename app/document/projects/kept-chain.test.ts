import { describe, expect, it } from "vitest";
import type { KeptVersion } from "../../../workers/model/files/kept-project";
import { historyOf, versionsTo } from "./kept-chain";

const version = (time: number, parent: number | null): KeptVersion => ({
  ...{ id: String(time), time, label: `Step ${time}`, icon: "check", bytes: 1, figures: null },
  hasPicture: false,
  by: null,
  parent: parent === null ? null : String(parent),
});
const ids = (versions: readonly KeptVersion[]) => versions.map(({ time }) => time);

// Step 3 was undone, so 5 and 6 follow from 2.
const VERSIONS = [version(6, 5), version(5, 2), version(3, 2), version(2, 1), version(1, null)];

describe("versions as a history", () => {
  it("leaves out steps that were undone before the next one", () => {
    expect(ids(versionsTo(VERSIONS, "6"))).toEqual([1, 2, 5, 6]);
    expect(ids(versionsTo(VERSIONS, "3"))).toEqual([1, 2, 3]);
  });

  it("skips versions that were thinned out", () => {
    const thinned = VERSIONS.filter(({ time }) => time !== 5 && time !== 2);
    expect(ids(versionsTo(thinned, "6"))).toEqual([1, 3, 6]);
  });

  it("ends if versions refer to each other in a circle", () => {
    expect(ids(versionsTo([version(2, 2), version(1, 2)], "2"))).toEqual([1, 2]);
  });

  it("has later steps to redo if an earlier version is opened", () => {
    const { steps, done } = historyOf(VERSIONS, "2");
    expect([ids(steps), done]).toEqual([[1, 2, 5, 6], 2]);
    expect(historyOf(VERSIONS, "3")).toMatchObject({ done: 3 });
  });
});
