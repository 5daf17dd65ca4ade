import { describe, expect, it } from "vitest";
import type { Accessors } from "../asset/accessors";
import type { GltfJson } from "../asset/gltf-json";
import { buildClips } from "./build-clips";
import type { SceneNode } from "./scene";

/** The numbers of each accessor. */
const NUMBERS = [
  [0.5, 1, 2.5],
  [1, 2, 3, 4, 5, 6, 7, 8, 9],
  [-1, 3],
  [0, 0, 0, 1, 0, 0, 1, 0],
  [],
  [2, 1],
  [0, Number.NaN],
  [1, 1],
  [1, 2, 3, 4, 5, 6],
].map((list) => Float64Array.from(list));
const ACCESSORS = { numbers: (n: number) => NUMBERS[n] } as unknown as Accessors;
const NODES = [{ weights: null }, { weights: Float64Array.of(0, 0) }] as unknown as SceneNode[];

type Channel = [
  input: number,
  output: number,
  node: number | undefined,
  path: string,
  interpolation?: string,
];

function clips(...animations: { name?: string; channels: Channel[] }[]) {
  const json = {
    animations: animations.map(({ name, channels }) => ({
      name,
      samplers: channels.map(([input, output, , , interpolation = "LINEAR"]) => ({
        input,
        output,
        interpolation,
      })),
      channels: channels.map(([, , node, path], sampler) => ({ sampler, target: { node, path } })),
    })),
  } as unknown as GltfJson;
  return buildClips(json, NODES, ACCESSORS, "a.glb");
}

describe("clips", () => {
  it("have the keys of their channels, and last from the first to the last of all keys", () => {
    const [clip] = clips({
      name: "walk",
      channels: [
        [0, 1, 0, "translation"],
        [2, 3, 1, "rotation", "STEP"],
      ],
    });
    expect([clip.name, clip.start, clip.end]).toEqual(["walk", -1, 3]);
    expect(clip.tracks).toEqual([
      {
        node: 0,
        path: "translation",
        keys: { times: NUMBERS[0], width: 3, values: NUMBERS[1], interpolation: "LINEAR", rotation: false },
      },
      {
        node: 1,
        path: "rotation",
        keys: { times: NUMBERS[2], width: 4, values: NUMBERS[3], interpolation: "STEP", rotation: true },
      },
    ]);
  });

  it("leave out channels without a node, without keys, or with unknown paths", () => {
    const [empty] = clips({
      channels: [
        [0, 1, undefined, "translation"],
        [4, 4, 0, "scale"],
        [0, 1, 0, "colour"],
        [0, 1, 0, "weights"],
      ],
    });
    expect(empty).toEqual({ name: "clip 1", start: 0, end: 0, tracks: [] });
  });

  it("have unique names", () => {
    expect(
      clips(
        { name: "a", channels: [] },
        { channels: [] },
        { name: "a", channels: [] },
        { name: "a 2", channels: [] },
      ).map(({ name }) => name),
    ).toEqual(["a", "clip 2", "a 2", "a 2 2"]);
  });

  it("are refused if keys do not fit their times, or times do not rise", () => {
    const refused = (...channel: Channel) => expect(() => clips({ name: "b", channels: [channel] }));
    const sentence = 'In its animation "b" the keys of the scale of node 0 do not fit.';
    refused(2, 1, 0, "scale").toThrow(sentence);
    refused(0, 1, 0, "scale", "CUBICSPLINE").toThrow(sentence);
    refused(5, 8, 0, "scale").toThrow(sentence);
    refused(6, 8, 0, "scale").toThrow(sentence);
    // Equal times are allowed: they make a jump.
    refused(7, 8, 0, "scale").not.toThrow();
  });
});
