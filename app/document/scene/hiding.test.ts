import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { bendingBar } from "../../../workers/testing/sequences";
import { History } from "../history/history";
import { createStores, type Stores } from "../stores";
import { deleteBookmark, renameBookmark, saveBookmark } from "./bookmark-commands";
import { shownFaces } from "./hidden-faces";
import {
  hiddenWith,
  hidesEverything,
  hideVertices,
  isSomethingHidden,
  setPartsHidden,
  showEverything,
  showOnlyParts,
  showOnlyVertices,
} from "./hiding-commands";

/** Strips of triangles that share no vertices, one for each count; each part has one strip or more. */
function strips(counts: readonly number[], perPart: readonly number[]) {
  const triangles: number[] = [];
  const ends: number[] = [];
  let vertexCount = 0;
  for (const count of counts) {
    for (let t = 0; t < count; t++) triangles.push(vertexCount + t, vertexCount + t + 1, vertexCount + t + 2);
    vertexCount += count + 2;
    ends.push(triangles.length / 3);
  }
  let strip = 0;
  let first = 0;
  const parts = perPart.map((own, p) => {
    strip += own;
    const part = { name: `part ${p}`, material: 0, firstPolygon: first, polygonCount: 0 };
    const triangleCount = ends[strip - 1] - first;
    const made = { ...part, polygonCount: triangleCount, firstTriangle: first, triangleCount };
    first = ends[strip - 1];
    return made;
  });
  const solverIndex = Uint32Array.from({ length: vertexCount }, (_, v) => v);
  return { triangles: Uint32Array.from(triangles), vertexCount, parts, solverIndex };
}

const MESH = strips([3, 2, 4], [1, 2]);
/** The vertices of the second strip. */
const MIDDLE = Uint32Array.of(5, 6, 7, 8);

describe("hidden faces", () => {
  it("belong to a hidden part, or have hidden vertices only", () => {
    expect(shownFaces(MESH, { hiddenParts: [], hiddenVertices: new Uint32Array() })).toBeNull();
    const part = shownFaces(MESH, { hiddenParts: [0], hiddenVertices: new Uint32Array() })!;
    expect([...part.triangles]).toEqual([3, 4, 5, 6, 7, 8]);
    expect([...part.vertices].indexOf(1)).toBe(5);
    // A face with one shown vertex is shown, with all its vertices.
    const some = shownFaces(MESH, { hiddenParts: [], hiddenVertices: Uint32Array.of(0, 1, 2) })!;
    expect(some.triangles).not.toContain(0);
    expect(some.triangles).toContain(1);
    expect(some.vertices[0]).toBe(0);
    expect(some.vertices[1]).toBe(1);
  });

  it("agree with a face by face check on random sets (seed 5)", () => {
    const flags = fc.array(fc.boolean(), { minLength: MESH.vertexCount, maxLength: MESH.vertexCount });
    fc.assert(
      fc.property(flags, fc.subarray([0, 1]), (hidden, hiddenParts) => {
        const hiddenVertices = Uint32Array.from(hidden.flatMap((is, v) => (is ? [v] : [])));
        const shown = shownFaces(MESH, { hiddenParts, hiddenVertices });
        const isShown = (t: number) => {
          const part = MESH.parts.findIndex(({ firstTriangle: f, triangleCount: n }) => t >= f && t < f + n);
          const corners = [...MESH.triangles.subarray(3 * t, 3 * t + 3)];
          return !hiddenParts.includes(part) && !corners.every((v) => hidden[v]);
        };
        const expected = Array.from({ length: 9 }, (_, t) => t).filter(isShown);
        expect([...(shown?.triangles ?? expected)]).toEqual(expected);
      }),
      { seed: 5 },
    );
  });
});

describe("hiding", () => {
  let stores: Stores;
  let history: History;
  const { sequence } = bendingBar();
  const shown = () => shownFaces({ ...sequence, ...MESH }, stores.document.getState().scene);
  beforeEach(() => {
    stores = createStores();
    history = new History();
    stores.document.setState({ sequence: { ...sequence, ...MESH } });
  });

  it("is undone and redone", () => {
    history.run(setPartsHidden(stores, [1], true));
    expect(shown()?.triangles.length).toBe(3);
    history.run(hideVertices(stores, Uint32Array.of(0)));
    history.run(showEverything(stores));
    expect(isSomethingHidden(stores)).toBe(false);
    history.undo();
    expect(isSomethingHidden(stores)).toBe(true);
    history.undo();
    history.undo();
    expect(shown()).toBeNull();
    history.redo();
    expect(shown()?.triangles.length).toBe(3);
  });

  it("everything else does not show what was hidden before", () => {
    history.run(hideVertices(stores, MIDDLE));
    history.run(showOnlyVertices(stores, "Isolate", Uint32Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8])));
    expect([...(shown()?.triangles ?? [])]).toEqual([0, 1, 2]);
    history.run(showOnlyParts(stores, [1]));
    expect([...(shown()?.triangles ?? [])]).toEqual([3, 4, 5, 6, 7, 8]);
  });

  it("can tell that nothing would stay visible", () => {
    const all = Uint32Array.from({ length: MESH.vertexCount }, (_, v) => v);
    expect(hidesEverything(stores, hiddenWith(stores, all))).toBe(true);
    expect(hidesEverything(stores, hiddenWith(stores, MIDDLE))).toBe(false);
  });

  it("does not change saved views, nor do they change what is hidden", () => {
    const pose = {
      target: [0, 1, 0] as [number, number, number],
      yaw: 1,
      pitch: 0.2,
      distance: 3,
      aspect: 1.5,
    };
    history.run(setPartsHidden(stores, [0], true));
    history.run(saveBookmark(stores, pose));
    history.run(saveBookmark(stores, { ...pose, yaw: 2 }));
    history.run(renameBookmark(stores, 0, "Face"));
    history.run(saveBookmark(stores, pose));
    const names = () => stores.document.getState().scene.bookmarks.map(({ name }) => name);
    expect(names()).toEqual(["Face", "View 2", "View 3"]);
    history.run(deleteBookmark(stores, 1));
    history.run(showEverything(stores));
    expect(names()).toEqual(["Face", "View 3"]);
    history.undo();
    history.undo();
    expect(names()).toEqual(["Face", "View 2", "View 3"]);
    expect(stores.document.getState().scene.hiddenParts).toEqual([0]);
  });
});
