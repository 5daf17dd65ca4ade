/** The pose of a camera that orbits a point. Lengths are in the sequence's unit, angles in radians. */
export interface CameraPose {
  target: [x: number, y: number, z: number];
  /** About the world's y axis. */
  yaw: number;
  pitch: number;
  distance: number;
  /** Width over height of the view for which the distance was chosen. */
  aspect: number;
  /** Whether things have the same size at any distance. Absent in poses of earlier versions, which had perspective. */
  orthographic?: boolean;
}

/** A view that the artist saved. */
export interface CameraBookmark {
  name: string;
  pose: CameraPose;
}

/** Saved views, and the parts and vertices of the mesh that are hidden. */
export interface SceneSettings {
  bookmarks: readonly CameraBookmark[];
  /** Hidden parts by index into `MeshSequence.parts`, ascending. */
  hiddenParts: readonly number[];
  /** Hidden solver vertices, ascending. A face is hidden with its part, or if all of its vertices are hidden. */
  hiddenVertices: Uint32Array;
}

export const NO_SCENE: SceneSettings = { bookmarks: [], hiddenParts: [], hiddenVertices: new Uint32Array() };
