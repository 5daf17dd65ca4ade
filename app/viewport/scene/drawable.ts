import { isFiled } from "../../../workers/model/mesh/streamed-sequence";
import type { SourceFrames } from "../../document/frames/source-frames";
import type { Shown } from "../shown";
import { comparesPoses, type DrawnView } from "../views/views";
import { ghostFrames } from "./onion-skins";

/** Frames that are read ahead during playback, after the one on screen. */
const AHEAD = 4;

const showsSource = ({ mesh, look }: DrawnView): boolean =>
  [mesh, look.less, comparesPoses(look) && look.reference].includes("source") ||
  look.ghost ||
  look.onion === true;

/**
 * The parts of a picture, without a look at the source while no frame of it has arrived: an error would compare the rig
 * with the rest pose.
 */
export function partsToDraw(
  parts: DrawnView[],
  { document: { sequence }, view: { frame } }: Shown,
  frames: SourceFrames,
): DrawnView[] {
  if (!sequence || !isFiled(sequence) || frames.nearest(sequence, Math.floor(frame)) !== null) return parts;
  return parts.map((part) => ({
    ...part,
    look: {
      ...part.look,
      ...(comparesPoses(part.look) && { shading: "clay" as const }),
      ...{ ghost: false, onion: false },
    },
  }));
}

/**
 * The inputs of a picture that can be drawn now. A picture that shows the source needs a frame of it. If the frame must
 * be read from its file first, the frame that arrived last stays on screen, for the source and for the rig, so that an
 * error always compares the same frame. A picture of the rig alone never waits.
 */
export function drawable(shown: Shown, frames: SourceFrames, parts: readonly DrawnView[]): Shown {
  const { sequence } = shown.document;
  if (!sequence || !isFiled(sequence)) return shown;
  const { view } = shown;
  const last = sequence.frameCount - 1;
  const frame = Math.min(Math.max(0, Math.floor(view.frame)), last);
  if (!parts.some(showsSource)) {
    frames.want(sequence, []);
    frames.showing(frame, frame);
    return shown;
  }
  const ghosts = ghostFrames(view.onion, frame, sequence.frameCount).map((ghost) => ghost.frame);
  const ahead = view.playing ? Array.from({ length: AHEAD }, (_, n) => Math.min(frame + n + 1, last)) : [];
  frames.want(sequence, [frame, ...ghosts, ...ahead]);
  const nearest = frames.nearest(sequence, frame);
  frames.showing(nearest, frame);
  return nearest === null || nearest === frame ? shown : { ...shown, view: { ...view, frame: nearest } };
}
