import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SinewError } from "../../../model/errors";
import type { SkeletonClips } from "../../../model/files/skeleton-source";
import type { Skeleton } from "../../../model/skeleton/skeleton";
import { numbersBetween } from "../../../testing/numbers-between";
import { bendingBar } from "../../../testing/sequences";
import { crc32 } from "../../zip/crc32";
import { readProject } from "../read";
import { writeProject } from "../write";

const { sequence } = bendingBar({ length: 4, width: 2, frames: 1 });
const limits: Skeleton["segments"][number]["limits"] = { swing: 1, twist: [-0.1, 0.2], stretch: [1, 1] };
const skeleton: Skeleton = {
  version: 1,
  segments: [
    { name: "hip", parent: -1, kind: "rigid", head: [0, 0, 0], tail: [0, 1, 0], limits },
    { name: "knee", parent: 0, kind: "rigid", head: [0, 1, 0], tail: [0, 2, 0], limits },
  ],
};
const bare = { sequence, rig: null, report: null, settings: null, skeleton };
const clip = (name: string, bones: number, frameCount: number) => ({
  ...{ name, fps: 24, frameCount },
  motions: Float32Array.from({ length: 12 * bones * frameCount }, (_, n) => Math.sin(n)),
});
const CLIPS: SkeletonClips = { bones: ["hip", "knee"], clips: [clip("walk", 2, 5), clip("run", 2, 3)] };

type Header = { binding: Record<string, unknown>; sections: { name: string }[] };

/** The file with a changed header, and a right length and checksum. */
function withHeader(file: Uint8Array, change: (header: Header) => unknown): Uint8Array {
  const view = new DataView(file.buffer);
  const end = 20 + view.getUint32(12, true);
  const header = JSON.parse(new TextDecoder().decode(file.slice(20, end))) as Header;
  const text = new TextEncoder().encode(JSON.stringify(change(header)));
  const out = new Uint8Array(20 + text.length + file.length - end);
  out.set(file.subarray(0, 20));
  out.set(text, 20);
  out.set(file.subarray(end), 20 + text.length);
  new DataView(out.buffer).setUint32(12, text.length, true);
  new DataView(out.buffer).setUint32(16, crc32(text), true);
  return out;
}

describe("clips of a skeleton in a project", () => {
  it("are kept bit for bit, with any names, sizes and rates (seed 3)", () => {
    const names = fc.uniqueArray(fc.string({ maxLength: 12, unit: "grapheme" }), {
      minLength: 1,
      maxLength: 5,
    });
    const shape = fc.record({
      name: fc.string({ maxLength: 12 }),
      fps: numbersBetween(0.5, 240),
      frameCount: fc.nat(7),
    });
    const finite = fc.float({ noNaN: true, noDefaultInfinity: true });
    const clips = fc.tuple(
      names,
      fc.array(shape, { minLength: 1, maxLength: 4 }),
      fc.array(finite, { minLength: 1 }),
    );
    fc.assert(
      fc.property(clips, ([bones, shapes, numbers]) => {
        const skeletonClips: SkeletonClips = {
          bones,
          clips: shapes.map((each) => ({
            ...each,
            motions: Float32Array.from(
              { length: 12 * bones.length * each.frameCount },
              (_, n) => numbers[n % numbers.length],
            ),
          })),
        };
        expect(readProject(writeProject({ ...bare, skeletonClips }))).toEqual({ ...bare, skeletonClips });
      }),
      { seed: 3, numRuns: 60 },
    );
  });

  it("come after all other data, so an older Sinew stops before them", () => {
    const file = writeProject({ ...bare, skeletonClips: CLIPS });
    withHeader(file, ({ sections }) => {
      const names = sections.map(({ name }) => name);
      expect(names.slice(names.indexOf("skeleton.motion"))).toEqual(["skeleton.motion", "skeleton.motion"]);
    });
    const known = withHeader(file, ({ binding: { clips, ...binding }, ...header }) => ({
      ...header,
      binding,
    }));
    expect(readProject(known)).toEqual(bare);
  });

  it("are not written without a skeleton, or if they do not fit their bones", () => {
    expect(readProject(writeProject({ ...bare, skeleton: undefined, skeletonClips: CLIPS }))).toEqual({
      ...{ sequence, rig: null, report: null, settings: null },
    });
    const some = { ...CLIPS, clips: [clip("odd", 1, 3), CLIPS.clips[0]] };
    const back = readProject(writeProject({ ...bare, skeletonClips: some }));
    expect(back.skeletonClips).toEqual({ ...CLIPS, clips: [CLIPS.clips[0]] });
    const none = readProject(writeProject({ ...bare, skeletonClips: { ...CLIPS, clips: [] } }));
    expect(none).toEqual(bare);
  });

  it("are refused with an error message if the file contradicts itself", () => {
    const file = writeProject({ ...bare, skeletonClips: CLIPS });
    const with_ = (change: object) =>
      withHeader(file, ({ binding, ...header }) => ({ ...header, binding: { ...binding, ...change } }));
    expect(() => readProject(with_({ skeleton: null }))).toThrow(/clips, but no skeleton/);
    const longer = { bones: CLIPS.bones, clips: [{ name: "walk", fps: 24, frameCount: 6 }] };
    expect(() => readProject(with_({ clips: longer }))).toThrow(/“skeleton.motion” has 480 bytes/);
    expect(() => readProject(with_({ clips: { ...longer, bones: [] } }))).toThrow(SinewError);
    const nan = {
      ...CLIPS,
      clips: [{ ...clip("walk", 2, 1), motions: new Float32Array(24).fill(Number.NaN) }],
    };
    expect(() => readProject(writeProject({ ...bare, skeletonClips: nan }))).toThrow(/is not a number/);
  });
});
