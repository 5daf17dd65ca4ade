import { describe, expect, it } from "vitest";
import type { Point } from "../../model/skeleton/skeleton";
import { knownBody } from "../../testing/bodies";
import { bodyShape } from "./body-shape";
import { neighboursIn, trunkBones, trunkEnds, trunkPath } from "./trunk";

type Row = Parameters<typeof knownBody>[0][number];

/** A body of bones with these parents. Bones in `still` move nothing. */
function body(parents: Record<string, string>, still: string[] = []) {
  const names = Object.keys(parents);
  const rows = names.map((name, n): Row => [name, parents[name], [0, n, 0], [0, n + 1, 0] as Point]);
  const shape = bodyShape(knownBody(rows).rig, "y");
  for (const name of still) shape.shares[names.indexOf(name)] = 0;
  const numbers = (all: string[]) => all.map((name) => names.indexOf(name));
  const called = (all: Iterable<number>) => [...all].map((j) => names[j]);
  return { shape, numbers, called, number: (name: string) => names.indexOf(name) };
}

/** hip ─ spine ─ neck ─ head; the hip has a tail, the spine an arm. */
const TREE = { hip: "", spine: "hip", neck: "spine", head: "neck", tail: "hip", tip: "tail", arm: "spine" };

describe("the trunk", () => {
  const of = (
    parents: Record<string, string>,
    middle: string[],
    couples: string[] = [],
    still: string[] = [],
  ) => {
    const { shape, number, called } = body(parents, still);
    const partner = new Int32Array(shape.bones.length).fill(-1);
    for (const name of middle) partner[number(name)] = number(name);
    for (const name of couples) partner[number(name)] = number(couples[(couples.indexOf(name) + 1) % 2]);
    return called(trunkBones(shape, { plane: { normal: [1, 0, 0], offset: 0 }, partner })).sort();
  };

  it("is the chain in the middle", () => {
    expect(of(TREE, ["hip", "spine", "neck", "head"])).toEqual(["hip", "spine", "neck", "head"].sort());
    // The middle ends at the first bone outside it, even if later bones lie in it again.
    expect(of(TREE, ["hip", "neck", "head", "tail", "tip"])).toEqual(["hip", "tail", "tip"]);
  });

  it("continues in a bone without a mirror image if there is no middle bone", () => {
    expect(of(TREE, ["hip", "tail"])).toEqual(["hip", "tail", "tip"]);
    // It does not continue if there are two such bones, or if one lies beside the middle.
    expect(of(TREE, ["hip", "spine"])).toEqual(["hip", "spine"]);
    expect(of(TREE, ["hip", "spine", "neck"], ["arm", "tip"])).toEqual(["head", "hip", "neck", "spine"]);
    expect(of(TREE, ["hip", "spine"], [], ["arm"])).toEqual(["head", "hip", "neck", "spine"]);
    // A middle that moves nothing does not count.
    expect(of(TREE, ["hip", "spine", "neck"], [], ["neck", "head"])).toEqual(["arm", "hip", "neck", "spine"]);
  });

  it("begins at the roots of the middle, or at a single root anywhere", () => {
    const two = { a: "", b: "", c: "a", d: "b" };
    expect(of(two, ["b"])).toEqual(["b", "d"]);
    expect(of(two, ["a", "b"])).toEqual(["a", "b", "c", "d"]);
    expect(of(two, [])).toEqual([]);
    expect(of({ a: "", b: "a" }, [])).toEqual(["a", "b"]);
  });
});

describe("ways in the trunk", () => {
  const { shape, number, numbers, called } = body(TREE);
  const trunk = new Set(numbers(["hip", "spine", "neck", "head", "tail", "tip"]));

  it("lead up and down", () => {
    const way = (from: string, to: string) => called(trunkPath(shape, trunk, number(from), number(to)));
    expect(way("head", "tip")).toEqual(["head", "neck", "spine", "hip", "tail", "tip"]);
    expect(way("hip", "neck")).toEqual(["hip", "spine", "neck"]);
    expect(way("neck", "neck")).toEqual(["neck"]);
    expect(way("neck", "arm")).toEqual(["neck"]);
  });

  it("go from neighbour to neighbour, children first", () => {
    expect(called(neighboursIn(shape, trunk, number("spine")))).toEqual(["neck", "hip"]);
    expect(called(neighboursIn(shape, trunk, number("hip")))).toEqual(["spine", "tail"]);
  });
});

describe("ends of the trunk", () => {
  const ends = (parents: Record<string, string>, inTrunk: string[], still: string[] = []) => {
    const { shape, numbers, called } = body(parents, still);
    return called(trunkEnds(shape, new Set(numbers(inTrunk))));
  };

  it("are its last bones that move vertices", () => {
    expect(ends(TREE, ["hip", "spine", "neck", "head", "tail", "tip"])).toEqual(["head", "tip"]);
    expect(ends(TREE, ["hip", "spine", "neck", "head", "tail", "tip"], ["head", "tip"])).toEqual([
      "neck",
      "tail",
    ]);
  });

  it("include its first bone if that carries nothing else", () => {
    const chain = { a: "", b: "a", c: "b", leg: "a" };
    expect(ends({ a: "", b: "a", c: "b" }, ["a", "b", "c"])).toEqual(["a", "c"]);
    expect(ends(chain, ["a", "b", "c"])).toEqual(["c"]);
    expect(ends(chain, ["a", "b", "c"], ["leg"])).toEqual(["a", "c"]);
    expect(ends({ a: "", b: "a", c: "b" }, ["a", "b", "c"], ["a"])).toEqual(["c"]);
    expect(ends({ a: "" }, ["a"])).toEqual(["a"]);
    expect(ends({ a: "", b: "a", c: "a" }, ["a", "b", "c"])).toEqual(["b", "c"]);
  });
});
