import { describe, expect, it } from "vitest";
import type { Rig } from "../../model/rig/rig";
import { bendingBar } from "../../testing/sequences";
import { framesPart, hasFramesPart, joinProject, meshPart, statePart } from "./parts";
import { frameSections, framesPerSection, writeProject } from "./write";

const blobOf = (pieces: Iterable<Uint8Array>) => new Blob([...pieces].map((piece) => piece.slice()));

/** A bar with a rig, whose frames are repeated until they fill several sections. */
function longBar(sections: number) {
  const { sequence: short, rig } = bendingBar({ length: 60, width: 40, frames: 4 });
  const frameCount = framesPerSection(short.vertexCount) * sections - 1;
  const frames = Float32Array.from({ length: 3 * short.vertexCount * frameCount }, (_, n) => {
    return short.frames[n % short.frames.length];
  });
  const motion = Float32Array.from({ length: 12 * rig.bones.length * frameCount }, (_, n) => {
    return rig.motion[n % rig.motion.length];
  });
  const sequence = { ...short, frameCount, frames, clips: [{ name: "all", first: 0, last: frameCount - 1 }] };
  return { sequence, rig: { ...rig, motion } as Rig };
}

const joined = async (file: Promise<Blob>) => new Uint8Array(await (await file).arrayBuffer());

describe("parts of a project", () => {
  it.each([1, 2, 3])("together make the same file as a single write: %i sections", async (sections) => {
    const { sequence, rig } = longBar(sections);
    expect(frameSections(sequence)).toBe(sections);
    const parts = {
      mesh: blobOf(meshPart(sequence)),
      frames: hasFramesPart(sequence) ? blobOf(framesPart(sequence)) : null,
      state: blobOf(statePart({ rig, report: null }, sequence)),
    };
    const whole = writeProject({ sequence, rig, report: null });
    expect(Buffer.compare(await joined(joinProject(parts, "bar")), whole)).toBe(0);
  });

  it("are refused with an error message if one is truncated or belongs to another project", async () => {
    const { sequence, rig } = longBar(1);
    const mesh = blobOf(meshPart(sequence));
    const state = blobOf(statePart({ rig, report: null }, sequence));
    for (let n = 0; n < 20; n++) {
      const cut = state.slice(0, Math.floor((n * state.size) / 20));
      await expect(joinProject({ mesh, frames: null, state: cut }, "bar")).rejects.toThrow(
        /Its state is cut off/,
      );
    }
    const other = { mesh: state, frames: null, state: mesh };
    await expect(joinProject(other, "bar")).rejects.toThrow(/damaged/);
  });
});
