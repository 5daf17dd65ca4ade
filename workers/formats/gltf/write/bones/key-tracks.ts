import type { BoneTracks } from "./bone-tracks";

/** One channel of an animation: the keys of a bone's property. */
export interface KeyTrack {
  bone: number;
  path: "translation" | "rotation" | "scale";
  /** Numbers in one key. */
  width: 3 | 4;
  /** The number of keys: every frame; 1 if nothing changes; 2, first and last, if only that keeps the clip's length. */
  keys: number;
  /** keys · width. */
  values: Float32Array<ArrayBuffer>;
}

/** The values of one bone over the frames, out of a packed array. */
function column(all: Float32Array, width: number, bone: number, { frameCount, boneCount }: BoneTracks) {
  const values = new Float32Array(width * frameCount);
  for (let f = 0; f < frameCount; f++) {
    const at = width * (f * boneCount + bone);
    values.set(all.subarray(at, at + width), width * f);
  }
  return values;
}

const isConstant = (values: Float32Array, width: number) => values.every((x, c) => x === values[c % width]);

/**
 * Channels of every bone: translation, rotation, and scale of affine bones. A constant channel gets one key. One
 * channel always reaches the clip's end, so that a clip without motion keeps its length.
 */
export function keyTracks(tracks: BoneTracks): KeyTrack[] {
  const { frameCount, boneCount, translations, rotations, scales } = tracks;
  const channels: KeyTrack[] = [];
  const add = (bone: number, path: KeyTrack["path"], width: 3 | 4, all: Float32Array) => {
    const values = column(all, width, bone, tracks);
    if (isConstant(values, width))
      channels.push({ bone, path, width, keys: 1, values: values.slice(0, width) });
    else channels.push({ bone, path, width, keys: frameCount, values });
  };
  for (let bone = 0; bone < boneCount; bone++) {
    add(bone, "translation", 3, translations);
    add(bone, "rotation", 4, rotations);
    if (scales) add(bone, "scale", 3, scales);
  }
  if (frameCount > 1 && channels.every((channel) => channel.keys === 1)) {
    const [first] = channels;
    channels[0] = { ...first, keys: 2, values: Float32Array.of(...first.values, ...first.values) };
  }
  return channels;
}
