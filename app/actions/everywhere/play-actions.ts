import { worstFrame } from "../../document/measure";
import { shownReport } from "../../document/solve/shown-report";
import type { Stores } from "../../document/stores";
import { pause, play } from "../../viewport/playback/playback";
import type { Action } from "../action";
import { noSequence } from "../guards/guards";

/** Shows frame `k`, clamped to the sequence, and stops playback. */
export function seek(stores: Stores, k: number): void {
  const frames = stores.document.getState().sequence?.frameCount ?? 1;
  stores.view.setState({ playing: false, frame: Math.max(0, Math.min(frames - 1, Math.round(k))) });
}

/** Moves by `by` frames. Wraps around the played range if playback loops. */
function step(stores: Stores, by: number): void {
  const { frame, range, loop } = stores.view.getState();
  const next = Math.round(frame) + by;
  if (loop && next > range[1]) seek(stores, range[0]);
  else if (loop && next < range[0]) seek(stores, range[1]);
  else seek(stores, next);
}

export const SPEEDS = [0.25, 0.5, 1, 2];

export const PLAY_ACTIONS: Action[] = [
  {
    id: "play.toggle",
    label: "Play",
    icon: "play",
    keys: ["Space"],
    menu: ["View", 6],
    refusal: noSequence,
    checked: ({ view }) => view.getState().playing,
    perform: (studio) => (studio.view.getState().playing ? pause(studio) : play(studio)),
  },
  {
    id: "play.previous",
    label: "Previous frame",
    icon: "prev",
    keys: ["Left"],
    refusal: noSequence,
    perform: (studio) => step(studio, -1),
  },
  {
    id: "play.next",
    label: "Next frame",
    icon: "next",
    keys: ["Right"],
    refusal: noSequence,
    perform: (studio) => step(studio, 1),
  },
  {
    id: "play.first",
    label: "First frame of the range",
    icon: "first",
    keys: ["Home"],
    refusal: noSequence,
    perform: (studio) => seek(studio, studio.view.getState().range[0]),
  },
  {
    id: "play.last",
    label: "Last frame of the range",
    icon: "last",
    keys: ["End"],
    refusal: noSequence,
    perform: (studio) => seek(studio, studio.view.getState().range[1]),
  },
  {
    id: "play.worst",
    label: "Go to worst frame",
    icon: "peak",
    keys: ["Shift+W"],
    refusal: ({ document }) => (document.getState().report ? null : "There is no report yet. Solve first."),
    perform: (studio) => {
      const report = shownReport(studio.document.getState());
      if (report) seek(studio, worstFrame(report.errorPerFrame));
    },
  },
  {
    id: "play.loop",
    label: "Loop",
    icon: "loop",
    keys: ["Shift+L"],
    menu: ["View", 6],
    refusal: noSequence,
    checked: ({ view }) => view.getState().loop,
    perform: ({ view }) => view.setState(({ loop }) => ({ loop: !loop })),
  },
  {
    id: "play.whole-range",
    label: "Play whole sequence",
    icon: "film",
    menu: ["View", 6],
    refusal: noSequence,
    perform: ({ view, document }) => {
      const frames = document.getState().sequence?.frameCount ?? 1;
      view.setState({ range: [0, frames - 1] });
    },
  },
];
