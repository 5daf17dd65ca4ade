/** A pose of a skeleton, made by hand: each bone turned and moved from where its rest pose has it. */
export interface Pose {
  name: string;
  /** 4B: unit quaternions x, y, z, w about each bone's head, in the axes of the rest pose, before the parent's own motion. */
  rotations: Float32Array;
  /** 3B: added to each bone's head, in the axes of the rest pose, before the parent's own motion. */
  translations: Float32Array;
}
