import type { CurveKeys } from "../../skeleton/curves/channel-keys";
import type { BoneTracks } from "./bone-tracks";

/** One channel of an animation: the keys of a node's property. */
export interface KeyTrack {
  node: number;
  path: "translation" | "rotation" | "scale";
  /** Numbers in one key. */
  width: 3 | 4;
  /**
   * The moments of the keys: all, or the kept ones; only the first if nothing changes; the first and the last if the
   * channel keeps the clip's length.
   */
  frames: Uint32Array;
  /** One for each frame, `width` numbers each. */
  values: Float32Array<ArrayBuffer>;
}

/** The values of one node at some moments, from a packed array. */
function column(all: Float32Array, width: number, node: number, nodeCount: number, frames: Uint32Array) {
  const values = new Float32Array(width * frames.length);
  frames.forEach((f, n) => {
    const at = width * (f * nodeCount + node);
    values.set(all.subarray(at, at + width), width * n);
  });
  return values;
}

const isConstant = (values: Float32Array, width: number) => values.every((x, c) => x === values[c % width]);

/**
 * Channels of every node: rotation; translation if the parent does not carry the joint; scale if the node scales. A
 * constant channel gets one key. One channel always reaches the clip's end, so that a clip without motion keeps its
 * length.
 * @param kept the moments that have keys; all by default
 */
export function keyTracks(tracks: BoneTracks, kept: CurveKeys | null = null): KeyTrack[] {
  const { frameCount, nodeCount, translations, rotations, scales, attached, unscaled } = tracks;
  const every = Uint32Array.from({ length: frameCount }, (_, f) => f);
  const channels: KeyTrack[] = [];
  const add = (node: number, path: KeyTrack["path"], width: 3 | 4, all: Float32Array) => {
    const frames = kept?.[path][node] ?? every;
    const values = column(all, width, node, nodeCount, frames);
    if (isConstant(values, width))
      channels.push({ node, path, width, frames: every.subarray(0, 1), values: values.slice(0, width) });
    else channels.push({ node, path, width, frames, values });
  };
  for (let node = 0; node < nodeCount; node++) {
    if (!attached[node]) add(node, "translation", 3, translations);
    add(node, "rotation", 4, rotations);
    if (scales && !unscaled[node]) add(node, "scale", 3, scales);
  }
  if (frameCount > 1 && channels.every(({ frames }) => frames.length === 1)) {
    const [first] = channels;
    const ends = Uint32Array.of(0, frameCount - 1);
    channels[0] = { ...first, frames: ends, values: Float32Array.of(...first.values, ...first.values) };
  }
  return channels;
}
