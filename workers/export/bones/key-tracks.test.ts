import { describe, expect, it } from "vitest";
import type { BoneTracks } from "./bone-tracks";
import { keyTracks } from "./key-tracks";

/** Two nodes over three frames. Node 1 changes only in the last frame, node 0 never. */
function tracks(more: Partial<BoneTracks> = {}): BoneTracks {
  const all = (width: number) =>
    Float32Array.from({ length: 6 * width }, (_, n) => {
      const [row, c] = [Math.floor(n / width), n % width];
      const [frame, bone] = [row >> 1, row & 1];
      return 10 * bone + c + (bone === 1 && frame === 2 && c === width - 1 ? 0.5 : 0);
    });
  return {
    ...{ frameCount: 3, nodeCount: 2, translations: all(3), rotations: all(4), scales: all(3) },
    ...{ attached: [false, false], unscaled: [false, false] },
    ...more,
  } as unknown as BoneTracks;
}

const shape = (of: BoneTracks) =>
  keyTracks(of).map(({ node, path, width, frames }) => `${node} ${path} ${width}x${frames.length}`);

describe("channels of bones", () => {
  it("have a key for every frame, or a single key if nothing changes", () => {
    const found = keyTracks(tracks());
    expect(shape(tracks())).toEqual([
      ...["0 translation 3x1", "0 rotation 4x1", "0 scale 3x1"],
      ...["1 translation 3x3", "1 rotation 4x3", "1 scale 3x3"],
    ]);
    expect([...found[0].values]).toEqual([0, 1, 2]);
    expect([...found[1].values]).toEqual([0, 1, 2, 3]);
    expect([...found[3].values]).toEqual([10, 11, 12, 10, 11, 12, 10, 11, 12.5]);
    expect([...found[4].values]).toEqual([10, 11, 12, 13, 10, 11, 12, 13, 10, 11, 12, 13.5]);
  });

  it("have no translation if a bone is attached, and no scale if it never scales", () => {
    expect(shape(tracks({ attached: [true, false] as never, unscaled: [false, true] as never }))).toEqual([
      ...["0 rotation 4x1", "0 scale 3x1"],
      ...["1 translation 3x3", "1 rotation 4x3"],
    ]);
    expect(shape(tracks({ scales: null }))).toHaveLength(4);
  });

  it("keep the length of a clip without motion by a key at its end in the first channel", () => {
    const still = tracks();
    const frozen = (all: Float32Array, width: number) => all.map((_, n) => all[n % (2 * width)]);
    still.translations = frozen(still.translations, 3);
    still.rotations = frozen(still.rotations, 4);
    still.scales = null;
    const found = keyTracks(still);
    expect(found.map(({ frames }) => frames.length)).toEqual([2, 1, 1, 1]);
    expect([...found[0].values]).toEqual([0, 1, 2, 0, 1, 2]);
    expect([...found[0].frames]).toEqual([0, 2]);
    // One frame has no length.
    const single = { ...still, frameCount: 1 };
    expect(keyTracks(single).map(({ frames }) => frames.length)).toEqual([1, 1, 1, 1]);
  });

  it("have keys on the kept frames, and a single key if these are equal", () => {
    const kept = [Uint32Array.of(0), Uint32Array.of(0, 2)];
    const both = { translation: kept, rotation: kept, scale: [Uint32Array.of(0), Uint32Array.of(0, 1)] };
    const found = keyTracks(tracks(), both).filter(({ node }) => node === 1);
    expect(found.map(({ path, frames }) => `${path} ${[...frames]}`)).toEqual([
      ...["translation 0,2", "rotation 0,2", "scale 0"],
    ]);
    expect([...found[0].values]).toEqual([10, 11, 12, 10, 11, 12.5]);
  });
});
