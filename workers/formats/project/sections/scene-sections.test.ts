import { describe, expect, it } from "vitest";
import { SinewError } from "../../../model/errors";
import type { SceneSettings } from "../../../model/scene/scene-settings";
import { bendingBar } from "../../../testing/sequences";
import { readProject } from "../read";
import { writeProject } from "../write";

const { sequence } = bendingBar({ length: 4, width: 2, frames: 1 });
const bare = { sequence, rig: null, report: null };
const scene: SceneSettings = {
  bookmarks: [
    { name: "Face", pose: { target: [0, 1.5, 0.25], yaw: -3, pitch: 0.1, distance: 2, aspect: 1.6 } },
    {
      name: "Side",
      pose: { target: [0, 0, 0], yaw: 1, pitch: 0, distance: 9, aspect: 1, orthographic: true },
    },
  ],
  hiddenParts: [0],
  hiddenVertices: Uint32Array.of(0, 1, 7),
};

describe("saved views and hidden vertices in a project", () => {
  it("are kept", () => {
    expect(readProject(writeProject({ ...bare, scene })).scene).toEqual(scene);
  });

  it("are absent if there are none, and from files of earlier versions", () => {
    const none = { bookmarks: [], hiddenParts: [], hiddenVertices: new Uint32Array() };
    expect(readProject(writeProject({ ...bare, scene: none })).scene).toBeUndefined();
    expect(readProject(writeProject(bare)).scene).toBeUndefined();
  });

  it("are refused if a hidden vertex or part does not exist", () => {
    const read = (change: Partial<SceneSettings>) => () =>
      readProject(writeProject({ ...bare, scene: { ...scene, ...change } }));
    expect(read({ hiddenVertices: Uint32Array.of(sequence.vertexCount) })).toThrow(SinewError);
    expect(read({ hiddenParts: [1] })).toThrow(/hides a vertex or a part that does not exist/);
  });
});
