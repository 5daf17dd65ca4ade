import { describe, expect, it } from "vitest";
import { renamed } from "./name-pattern";

const bones = ["bone_01", "bone_02", "bone_10", "tail"].map((name) => ({ name }));
const text = (find: string, replacement: string) => renamed(bones, { find, replacement, kind: "text" });
const wildcard = (find: string, replacement: string, among?: Set<number>) =>
  renamed(bones, { find, replacement, kind: "wildcard" }, among);

describe("find and replace in names", () => {
  it("replaces text in every name that has it, literally", () => {
    expect(text("bone_", "spine.").names).toEqual(["spine.01", "spine.02", "spine.10", null]);
    expect(
      renamed([{ name: "a.b" }, { name: "axb" }], { find: "a.b", replacement: "$&", kind: "text" }).names,
    ).toEqual(["$&", null]);
  });

  it("fills wildcards in order, and pads numbers", () => {
    expect(wildcard("bone_#", "leg_###").names).toEqual(["leg_001", "leg_002", "leg_010", null]);
    expect(wildcard("*_#", "*.#").names).toEqual(["bone.01", "bone.02", "bone.10", null]);
    expect(wildcard("t*", "*").names).toEqual([null, null, null, "ail"]);
  });

  it("changes only the selected bones on request", () => {
    expect(wildcard("bone_#", "x#", new Set([1])).names).toEqual([null, "x02", null, null]);
  });

  it("refuses names that are empty, or that two bones would share", () => {
    expect(text("tail", "").refusal).toBe("tail would have no name.");
    expect(text("tail", "bone_01").refusal).toMatch(/Two bones would be called bone_01/);
    expect(wildcard("bone_#", "bone").refusal).toMatch(/unique/);
    expect(text("wing", "arm").refusal).toBe("No bone name matches.");
  });

  it("lets two bones swap their names", () => {
    const pair = [{ name: "a" }, { name: "ab" }];
    expect(renamed(pair, { find: "a", replacement: "x", kind: "text" })).toEqual({
      names: ["x", "xb"],
      refusal: null,
    });
  });

  it("changes nothing without a pattern", () => {
    expect(text("", "x")).toEqual({ names: [null, null, null, null], refusal: null });
  });
});
