import type { OpenChoice } from "../../../../workers/client";
import type { SourceInfo } from "../../../../workers/model/files/source-info";
import type { UpAxis } from "../../../../workers/model/mesh/mesh-sequence";
import type { FramesPlace } from "./FramesPlace";

/** What the artist chose in the dialog. */
export interface Chosen {
  /** For each clip whether it is opened. */
  clips: boolean[];
  fps: number;
  upAxis: UpAxis;
  metresPerUnit: number;
  /** 1-based; 0 is the file's own rest pose. */
  restFrame: number;
  keepRig: boolean;
  /** Where the frames are kept if both places are possible. */
  place: FramesPlace;
}

/** @param stays whether frames should stay in their files. */
export const asOffered = (info: SourceInfo, stays: boolean): Chosen => ({
  clips: info.clips.map(() => true),
  fps: info.fps,
  upAxis: info.upAxis,
  metresPerUnit: info.metresPerUnit,
  restFrame: 0,
  keepRig: info.skins !== undefined,
  place: stays ? "files" : "memory",
});

export const isStill = ({ clips }: SourceInfo) => clips.length === 1 && clips[0].frames === 1;

/** Estimates the frames and the bytes of the choice from the source's figures. */
export function sizeOfChoice(info: SourceInfo, chosen: Chosen): { frames: number; bytes: number } {
  const ratio = info.rateIsFree ? chosen.fps / info.fps : 1;
  const all = info.clips.reduce((sum, clip) => sum + clip.frames, 0);
  const frames = info.clips.reduce(
    (sum, clip, n) => sum + (chosen.clips[n] ? Math.max(1, Math.round(clip.frames * ratio)) : 0),
    0,
  );
  return { frames, bytes: all > 0 ? (info.sequenceBytes * frames) / all : 0 };
}

/** The choice as the reader takes it: only what differs from the file's own. */
export function toOpenChoice(info: SourceInfo, chosen: Chosen): OpenChoice {
  const taken = chosen.clips.flatMap((on, n) => (on ? [n] : []));
  return {
    clips: taken.length === info.clips.length ? [] : taken,
    fps: info.rateIsFree ? chosen.fps : null,
    upAxis: chosen.upAxis === info.upAxis ? null : chosen.upAxis,
    metresPerUnit: chosen.metresPerUnit === info.metresPerUnit ? null : chosen.metresPerUnit,
    restFrame: chosen.restFrame === 0 ? null : chosen.restFrame - 1,
    keepRig: chosen.keepRig,
  };
}
