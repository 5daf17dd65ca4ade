import { expect, it, vi } from "vitest";
import { frameOf } from "../../../workers/model/mesh/mesh-sequence";
import type { FiledSequence } from "../../../workers/model/mesh/streamed-sequence";
import { bendingBar } from "../../../workers/testing/sequences";
import { SourceFrames } from "../../document/frames/source-frames";
import { createStores } from "../../document/stores";
import type { Shown } from "../shown";
import type { DrawnView, Look } from "../views/views";
import { drawable, partsToDraw } from "./drawable";

const { sequence } = bendingBar({ bones: 2, frames: 9, length: 4, width: 2 });
const choice = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };
const filed: FiledSequence = { ...sequence, frames: { id: "a", files: ["bar.pc2"], choice, box: [] } };

const part = (look: Partial<Look>, mesh: DrawnView["mesh"] = "lbs"): DrawnView => ({
  ...{ mesh, left: 0, top: 0, width: 1, height: 1 },
  look: { shading: "clay", reference: "source", ghost: false, bones: false, ...look },
});
const RIG = [part({})];
const ERROR = [part({ shading: "error" })];
const SOURCE = [part({}, "source")];

function studio() {
  const { document, view } = createStores();
  const frames = new SourceFrames();
  const asked: number[] = [];
  frames.connect(async (_, k) => {
    asked.push(k);
    return frameOf(sequence, k).slice();
  });
  frames.opened("a");
  const shownAt = (frame: number, of: FiledSequence | typeof sequence = filed, playing = false) =>
    ({
      document: { ...document.getState(), sequence: of },
      view: { ...view.getState(), frame, playing },
    }) as Shown;
  const arrived = (k: number) => vi.waitFor(() => expect(frames.nearest(filed, k)).toBe(k));
  return { frames, asked, shownAt, arrived };
}

it("a picture of the rig alone, and one of frames in memory, never wait", () => {
  const { frames, asked, shownAt } = studio();
  const rig = shownAt(5);
  expect(drawable(rig, frames, RIG)).toBe(rig);
  const inMemory = shownAt(5, sequence);
  expect(drawable(inMemory, frames, SOURCE)).toBe(inMemory);
  expect(asked).toEqual([]);
});

it.each([
  ["the source", SOURCE],
  ["an error", ERROR],
])("a picture of %s keeps the frame that arrived last, until the wanted one is there", async (_, parts) => {
  const { frames, shownAt, arrived } = studio();
  drawable(shownAt(2), frames, parts);
  await arrived(2);
  expect(drawable(shownAt(7), frames, parts).view.frame).toBe(2);
  expect(frames.state.getState().late).toEqual({ shown: 2, wanted: 7 });
  await arrived(7);
  expect(drawable(shownAt(7), frames, parts).view.frame).toBe(7);
  expect(frames.state.getState().late).toBeNull();
});

it("playback reads ahead, and not beyond the end", async () => {
  const { frames, asked, shownAt, arrived } = studio();
  drawable(shownAt(6, filed, true), frames, SOURCE);
  await arrived(8);
  expect(asked).toEqual([6, 7, 8]);
});

it("shows no error before a frame of the source has arrived", async () => {
  const { frames, shownAt, arrived } = studio();
  expect(partsToDraw(ERROR, shownAt(3), frames)[0].look.shading).toBe("clay");
  drawable(shownAt(3), frames, ERROR);
  await arrived(3);
  expect(partsToDraw(ERROR, shownAt(3), frames)).toBe(ERROR);
});
