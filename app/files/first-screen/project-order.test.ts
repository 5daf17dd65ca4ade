import { describe, expect, it } from "vitest";
import type { KeptProject } from "../../../workers/model/files/kept-project";
import { arranged } from "./project-order";

const project = (name: string, time: number, bytes: number, pinned = false): KeptProject => ({
  id: name,
  name,
  bytes,
  pinned,
  isNewer: false,
  isOpen: false,
  problem: null,
  deleted: null,
  file: null,
  versions: [
    {
      ...{ id: "1", time, label: "", icon: "", bytes },
      ...{ parent: null, figures: null, hasPicture: false, by: null },
    },
  ],
});

const PROJECTS = [
  project("walk_10", 3, 10),
  project("Cape", 2, 30),
  project("walk_9", 1, 20),
  project("hand", 0, 5, true),
];

const names = (...input: Parameters<typeof arranged>) => arranged(...input).map(({ name }) => name);

describe("projects on the start page", () => {
  it("are sorted by time, name or size, pinned ones first", () => {
    expect(names(PROJECTS, "time", "")).toEqual(["hand", "walk_10", "Cape", "walk_9"]);
    expect(names(PROJECTS, "name", "")).toEqual(["hand", "Cape", "walk_9", "walk_10"]);
    expect(names(PROJECTS, "size", "")).toEqual(["hand", "Cape", "walk_9", "walk_10"]);
  });

  it("are sorted by name if they have the same time, like a copy and its original", () => {
    expect(names([project("bar copy", 3, 1), project("bar", 3, 1)], "time", "")).toEqual(["bar", "bar copy"]);
  });

  it("are filtered by a part of their name, in any case", () => {
    expect(names(PROJECTS, "time", " WALK ")).toEqual(["walk_10", "walk_9"]);
    expect(names(PROJECTS, "time", "nothing")).toEqual([]);
  });
});
