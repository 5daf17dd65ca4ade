import { useDocument } from "../document/document";
import { worstFrame } from "../document/measure";
import { shownReport } from "../document/solve/shown-report";
import { useView } from "../document/view-state";
import { pause, play } from "../viewport/playback";
import type { Action } from "./action";
import { noSequence } from "./guards";

/** Shows frame `k`, clipped to the sequence, and stops playing. */
export function seek(k: number): void {
  const frames = useDocument.getState().sequence?.frameCount ?? 1;
  useView.setState({ playing: false, frame: Math.max(0, Math.min(frames - 1, Math.round(k))) });
}

/** Goes `by` frames on; over the ends of the played range where it loops. */
function step(by: number): void {
  const { frame, range, loop } = useView.getState();
  const next = Math.round(frame) + by;
  if (loop && next > range[1]) seek(range[0]);
  else if (loop && next < range[0]) seek(range[1]);
  else seek(next);
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
    checked: () => useView.getState().playing,
    perform: () => (useView.getState().playing ? pause() : play()),
  },
  {
    id: "play.previous",
    label: "Previous frame",
    icon: "prev",
    keys: ["Left"],
    refusal: noSequence,
    perform: () => step(-1),
  },
  {
    id: "play.next",
    label: "Next frame",
    icon: "next",
    keys: ["Right"],
    refusal: noSequence,
    perform: () => step(1),
  },
  {
    id: "play.first",
    label: "First frame of the range",
    icon: "first",
    keys: ["Home"],
    refusal: noSequence,
    perform: () => seek(useView.getState().range[0]),
  },
  {
    id: "play.last",
    label: "Last frame of the range",
    icon: "last",
    keys: ["End"],
    refusal: noSequence,
    perform: () => seek(useView.getState().range[1]),
  },
  {
    id: "play.worst",
    label: "Go to the worst frame",
    icon: "peak",
    keys: ["Shift+W"],
    refusal: () => (useDocument.getState().report ? null : "There is no report yet. Solve first."),
    perform: () => {
      const report = shownReport(useDocument.getState());
      if (report) seek(worstFrame(report.errorPerFrame));
    },
  },
  {
    id: "play.loop",
    label: "Loop",
    icon: "loop",
    keys: ["Shift+L"],
    menu: ["View", 6],
    refusal: noSequence,
    checked: () => useView.getState().loop,
    perform: () => useView.setState(({ loop }) => ({ loop: !loop })),
  },
  {
    id: "play.whole-range",
    label: "Play the whole sequence",
    icon: "film",
    menu: ["View", 6],
    refusal: noSequence,
    perform: () => {
      const frames = useDocument.getState().sequence?.frameCount ?? 1;
      useView.setState({ range: [0, frames - 1] });
    },
  },
];
