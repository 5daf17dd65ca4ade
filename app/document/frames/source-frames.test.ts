import { expect, it, vi } from "vitest";
import { frameOf } from "../../../workers/model/mesh/mesh-sequence";
import type { FiledSequence } from "../../../workers/model/mesh/streamed-sequence";
import { bendingBar } from "../../../workers/testing/sequences";
import { SourceFrames } from "./source-frames";

const { sequence } = bendingBar({ bones: 2, frames: 5, length: 4, width: 2 });
const choice = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };
const filed: FiledSequence = { ...sequence, frames: { id: "a", files: ["bar.pc2"], choice, box: [] } };

function connected() {
  const frames = new SourceFrames();
  const read = vi.fn(async (_: string, k: number) => frameOf(sequence, k).slice());
  frames.connect(read);
  return { frames, read };
}

it("gives frames in memory at once", () => {
  const { frames, read } = connected();
  expect(frames.at(sequence, 3)).toEqual(frameOf(sequence, 3));
  expect(frames.nearest(sequence, 3)).toBe(3);
  frames.want(sequence, [1]);
  expect(read).not.toHaveBeenCalled();
});

it("reads nothing from files that are not open", () => {
  const { frames, read } = connected();
  frames.want(filed, [0]);
  expect([frames.at(filed, 0), frames.nearest(filed, 0), frames.isOpen(filed)]).toEqual([null, null, false]);
  expect(read).not.toHaveBeenCalled();
});

it("shows the frame that arrived last until the wanted one is there", async () => {
  const { frames } = connected();
  frames.opened("a");
  frames.want(filed, [1]);
  expect(frames.nearest(filed, 1)).toBeNull();
  await vi.waitFor(() => expect(frames.at(filed, 1)).toEqual(frameOf(sequence, 1)));
  frames.want(filed, [4]);
  expect(frames.nearest(filed, 4)).toBe(1);
  frames.showing(1, 4);
  expect(frames.state.getState().late).toEqual({ shown: 1, wanted: 4 });
  await vi.waitFor(() => expect(frames.nearest(filed, 4)).toBe(4));
  frames.showing(4, 4);
  expect(frames.state.getState().late).toBeNull();
});

it("says what is wrong, and reads again once the files are given again", async () => {
  const { frames, read } = connected();
  frames.opened("a");
  read.mockRejectedValueOnce(new Error("gone"));
  frames.want(filed, [2]);
  await vi.waitFor(() => expect(frames.state.getState().problem?.body).toContain("gone"));
  frames.want(filed, [2]);
  expect(read).toHaveBeenCalledTimes(1);
  frames.opened("a");
  expect(frames.state.getState().problem).toBeNull();
  frames.want(filed, [2]);
  await vi.waitFor(() => expect(frames.at(filed, 2)).toEqual(frameOf(sequence, 2)));
});

it("forgets frames of files that the engine has let go of", async () => {
  const { frames } = connected();
  frames.opened("a");
  frames.want(filed, [0]);
  await vi.waitFor(() => expect(frames.at(filed, 0)).not.toBeNull());
  frames.closed("a");
  expect(frames.at(filed, 0)).toBeNull();
});
