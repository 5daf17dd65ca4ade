/** The pose of the camera, which orbits a point in the world. Lengths are in the sequence's unit, angles in radians. */
export interface CameraPose {
  target: [x: number, y: number, z: number];
  /** About the world's y axis. */
  yaw: number;
  pitch: number;
  distance: number;
  /** Width over height of the view that the distance was chosen for. */
  aspect: number;
  /** Whether things keep their size at any distance. Left out in poses of earlier versions: they do not. */
  orthographic?: boolean;
}

/** A view that the artist saved. */
export interface CameraBookmark {
  name: string;
  pose: CameraPose;
}

/** What the artist set up around the mesh: saved views, and what is hidden. */
export interface SceneSettings {
  bookmarks: readonly CameraBookmark[];
  /** Hidden parts by index into `MeshSequence.parts`, ascending. */
  hiddenParts: readonly number[];
  /** Hidden solver vertices, ascending. A face is hidden with its part, or if all of its vertices are hidden. */
  hiddenVertices: Uint32Array;
}

export const NO_SCENE: SceneSettings = { bookmarks: [], hiddenParts: [], hiddenVertices: new Uint32Array() };
