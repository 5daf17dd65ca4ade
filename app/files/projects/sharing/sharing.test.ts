import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  newLayer,
  type WeightLayer,
  type WeightLayers,
} from "../../../../workers/model/weights/layers/weight-layers";
import { bendingBar } from "../../../../workers/testing/sequences";
import type { DocumentState } from "../../../document/document";
import { openSequence } from "../../../document/sequence-commands";
import { createStores } from "../../../document/stores";
import { bareStack } from "../../../document/weights/layers/composition";
import { unionOfLayers } from "./merge-layers";
import { mergedStates, whyNotMergeable } from "./merge-states";
import { differences, PARTS } from "./project-parts";
import { sameContent } from "./same-content";

/** A copy, as if read back from a file. */
const copy = <T>(value: T): T => structuredClone(value);

describe("the same content", () => {
  it("is compared by value, and any change is noticed", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(sameContent(a, copy(a))).toBe(true);
        expect(sameContent([a], [a, b])).toBe(false);
        expect(sameContent({ a }, { a, b: 1 })).toBe(false);
        expect(sameContent(a, b)).toBe(JSON.stringify(a) === JSON.stringify(b) || sameContent(b, a));
      }),
    );
  });

  it("compares typed arrays by their numbers and their kind", () => {
    expect(sameContent({ x: Float32Array.of(1, 2) }, { x: Float32Array.of(1, 2) })).toBe(true);
    expect(sameContent(Float32Array.of(1, 2), Float32Array.of(1, 3))).toBe(false);
    expect(sameContent(Uint16Array.of(1), Uint32Array.of(1))).toBe(false);
    expect(sameContent({ a: undefined }, {})).toBe(true);
  });
});

const layer = (id: number, name: string, strokes = 0): WeightLayer => ({
  ...newLayer(id, name, "add", 0),
  strokes,
});

describe("layers of two artists", () => {
  const { rig } = bendingBar({ length: 4, width: 2, frames: 2 });
  const stack = (...layers: WeightLayer[]): WeightLayers => ({ ...bareStack(rig), layers });
  const named = ({ layers }: WeightLayers) => layers.map(({ name, strokes }) => `${name} ${strokes}`);
  const base = stack(layer(1, "a"), layer(2, "b"));

  it("keep the changes of both", () => {
    const mine = stack(layer(1, "a", 1), layer(2, "b"));
    const theirs = copy(stack(layer(1, "a"), layer(2, "b", 2), layer(3, "c")));
    expect(named(unionOfLayers(mine, theirs, base))).toEqual(["a 1", "b 2", "c 0"]);
  });

  it("are kept twice, with different ids, if both artists changed them", () => {
    const mine = stack(layer(1, "a", 1), layer(2, "b"));
    const theirs = stack(layer(1, "a", 5), layer(2, "b"));
    const merged = unionOfLayers(mine, theirs, base);
    expect(named(merged)).toEqual(["a 1", "a (theirs) 5", "b 0"]);
    expect(new Set(merged.layers.map(({ id }) => id)).size).toBe(3);
    // Nothing is overwritten either if the common state is not known.
    expect(named(unionOfLayers(mine, theirs, null))).toEqual(["a 1", "a (theirs) 5", "b 0"]);
  });

  it("stay if only one artist deleted them", () => {
    expect(named(unionOfLayers(stack(layer(1, "a")), base, base))).toEqual(["a 0", "b 0"]);
    expect(named(unionOfLayers(base, stack(layer(1, "a")), base))).toEqual(["a 0", "b 0"]);
  });
});

describe("two states of a project", () => {
  const { sequence, rig } = bendingBar({ length: 4, width: 2, frames: 2 });
  const base: DocumentState = { ...createStores().document.getState(), sequence, rig };
  const mine: DocumentState = { ...base, deform: { ...base.deform, lambda: 3 } };
  const pose = { name: "Bend", motion: new Float32Array(12) } as never;
  const theirs: DocumentState = copy({
    ...base,
    poses: [pose],
    extraction: { ...base.extraction, bones: 9 },
  });

  it("are divided into parts with every field that a file can have", () => {
    const opened = openSequence(createStores(), sequence, rig, null).after as object;
    const inParts = new Set<string>(Object.values(PARTS).flatMap(({ keys }) => keys));
    const others = Object.keys(opened).filter((key) => !inParts.has(key));
    expect(others.sort()).toEqual(["pose"]);
  });

  it("say which parts differ, and who changed them", () => {
    expect(differences(mine, copy(mine), null)).toEqual([]);
    const found = (from: DocumentState | null) =>
      differences(mine, theirs, from).map(({ part, changedBy }) => `${part} ${changedBy}`);
    expect(found(base)).toEqual(["weights theirs", "deformers mine", "poses theirs"]);
    expect(found(null)).toEqual(["weights both", "deformers both", "poses both"]);
  });

  it("merge the changes of both", () => {
    const { fields, words } = mergedStates(mine, theirs, base);
    expect(fields.poses).toEqual([pose]);
    expect(fields.extraction?.bones).toBe(9);
    expect("deform" in fields).toBe(false);
    expect(words).toEqual(["Bones, weights and layers: theirs.", "Poses: theirs."]);
  });

  it("keep mine where both changed a part, and the layers of both", () => {
    const stack = (...layers: WeightLayer[]) => ({ ...bareStack(rig), layers });
    const a: DocumentState = { ...mine, weightLayers: stack(layer(1, "mine", 1)), poses: [] };
    const b = copy({
      ...base,
      weightLayers: stack(layer(2, "theirs", 1)),
      deform: { ...base.deform, lambda: 7 },
    });
    const { fields, words } = mergedStates(a, b, base);
    expect(fields.weightLayers?.layers.map(({ name }) => name)).toEqual(["mine", "theirs"]);
    // Empty layers change no weight.
    expect(fields.rig?.weights).toEqual(rig.weights);
    expect(words).toContain("Deformers: mine, because both changed them.");
    expect("deform" in fields).toBe(false);
  });

  it("of different meshes cannot be merged", () => {
    const other = { ...base, sequence: { ...sequence, rest: sequence.rest.map((x) => x + 1) } };
    expect(whyNotMergeable(differences(mine, other, base))).toMatch("meshes differ");
    expect(whyNotMergeable(differences(mine, theirs, base))).toBeNull();
  });
});
