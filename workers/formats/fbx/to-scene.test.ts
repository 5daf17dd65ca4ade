import {
  AnimationClip,
  Bone,
  BufferAttribute,
  BufferGeometry,
  Group,
  type KeyframeTrack,
  Matrix4,
  Mesh,
  MeshPhongMaterial,
  type Object3D,
  QuaternionKeyframeTrack,
  Skeleton,
  SkinnedMesh,
  VectorKeyframeTrack,
} from "three";
import { describe, expect, it } from "vitest";
import { fbxScene } from "./to-scene";

function scene(objects: Object3D[], clips: AnimationClip[] = []) {
  const root = new Group();
  root.name = "root";
  for (const object of objects) root.add(object);
  return fbxScene({ root, clips, isZUp: false, unitScale: 1, warnings: [] });
}

/** A mesh of corners: x counts them, unless places are given. */
function geometryOf(
  places: number[],
  more: Record<string, [values: number[], width: number]> = {},
): BufferGeometry {
  const geometry = new BufferGeometry();
  const positions = places.flatMap((x) => [x, 2 * x, -x]);
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(positions), 3));
  for (const [name, [values, width]] of Object.entries(more))
    geometry.setAttribute(name, new BufferAttribute(Float32Array.from(values), width));
  return geometry;
}

const mesh = (geometry: BufferGeometry, material: MeshPhongMaterial | MeshPhongMaterial[] = []) => {
  const made = new Mesh(geometry, material);
  made.name = "body";
  return made;
};

describe("nodes", () => {
  it("are all objects, with their names in the file, parents and places", () => {
    const [outer, inner] = [new Group(), new Group()];
    outer.name = "outer";
    inner.name = "inner_1";
    inner.userData.originalName = "inner 1";
    outer.position.set(1, 2, 3);
    inner.scale.set(4, 5, 6);
    inner.quaternion.set(0, 0.6, 0, 0.8);
    outer.add(inner);
    const { nodes, order } = scene([outer]);
    expect(nodes.map(({ name, parent }) => [name, parent])).toEqual([
      ["root", -1],
      ["outer", 0],
      ["inner 1", 1],
    ]);
    expect([...order]).toEqual([0, 1, 2]);
    expect([...nodes[1].translation]).toEqual([1, 2, 3]);
    expect([...nodes[2].scale]).toEqual([4, 5, 6]);
    expect([...nodes[2].rotation]).toEqual([0, 0.6, 0, 0.8]);
  });
});

describe("corners of an FBX", () => {
  it("become one vertex where position, normal and UV are the same", () => {
    const places = [0, 1, 2, 2, 1, 3];
    const normal: [number[], number] = [places.flatMap(() => [0, 0, 1]), 3];
    const uv: [number[], number] = [places.flatMap((x) => [x, 0.25]), 2];
    const [{ geometry }] = scene([mesh(geometryOf(places, { normal, uv }))]).instances;
    expect([...geometry.triangles]).toEqual([0, 1, 2, 2, 1, 3]);
    expect([...geometry.positions]).toEqual([0, 1, 2, 3].flatMap((x) => [x, 2 * x, -x]));
    expect([...geometry.normals!]).toEqual([0, 1, 2, 3].flatMap(() => [0, 0, 1]));
    // v counts from the top here.
    expect([...geometry.uvs!]).toEqual([0, 1, 2, 3].flatMap((x) => [x, 0.75]));
    const split = (name: "normal" | "uv", width: number) =>
      Array.from({ length: width }, (_, c) => {
        const values = { normal, uv };
        const changed = [...values[name][0]];
        changed[3 * width + c] += 0.5;
        return scene([mesh(geometryOf(places, { ...values, [name]: [changed, width] }))]).pointCount;
      });
    expect(split("normal", 3)).toEqual([5, 5, 5]);
    expect(split("uv", 2)).toEqual([5, 5]);
  });

  it("stay apart where any coordinate differs", () => {
    for (let axis = 0; axis < 3; axis++) {
      const geometry = geometryOf([0, 1, 2, 2, 1, 0]);
      geometry.attributes.position.setComponent(3, axis, 50);
      expect(scene([mesh(geometry)]).pointCount).toBe(4);
    }
  });

  it("are lines where three has no third corner, and nothing where it has no second", () => {
    const nowhere = Number.NaN;
    const { instances, notes } = scene([mesh(geometryOf([0, 1, 2, 3, 4, nowhere, 5, nowhere, nowhere]))]);
    expect([...instances[0].geometry.triangles]).toEqual([0, 1, 2]);
    expect([...instances[0].geometry.lines!]).toEqual([3, 4]);
    expect(notes.length).toBe(1);
    expect(notes[0]).toMatch(/\b1\b/);
    expect(scene([mesh(geometryOf([0, 1, 2]))]).notes).toEqual([]);
  });

  it("are parts of one material each, of whole triangles", () => {
    const [red, blue] = [new MeshPhongMaterial({ name: "red", color: 0xff0000 }), new MeshPhongMaterial()];
    blue.color.setRGB(0, 0, 1);
    blue.opacity = 0.5;
    const geometry = geometryOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    geometry.addGroup(0, 3, 1);
    geometry.addGroup(3, 2, 0);
    // One corner too many, and more than there are.
    geometry.addGroup(3, 4, 0);
    geometry.addGroup(6, 100, 1);
    const { instances, materials, pointCount } = scene([mesh(geometry, [red, blue])]);
    expect(instances.map(({ material, firstPoint, name }) => [material, firstPoint, name])).toEqual([
      [0, 0, "body"],
      [1, 3, "body"],
      [0, 6, "body"],
    ]);
    expect(instances.map(({ geometry: part }) => part.positions[0])).toEqual([0, 3, 6]);
    expect(instances.map(({ geometry: part }) => part.vertexCount)).toEqual([3, 3, 3]);
    expect(pointCount).toBe(9);
    expect(materials).toEqual([
      { name: "material 1", baseColour: [0, 0, 1, 0.5], doubleSided: true },
      { name: "red", baseColour: [1, 0, 0, 1], doubleSided: true },
    ]);
  });

  it("have a plain material where theirs is missing or says nonsense", () => {
    const odd = new MeshPhongMaterial({ name: "odd" });
    odd.color.setRGB(Number.NaN, 7, -1);
    odd.opacity = Number.NaN;
    const two = [mesh(geometryOf([0, 1, 2])), mesh(geometryOf([0, 1, 2]), odd)];
    expect(scene(two).materials).toEqual([
      { name: "material 1", baseColour: [0.8, 0.8, 0.8, 1], doubleSided: true },
      { name: "odd", baseColour: [0.8, 1, 0, 1], doubleSided: true },
    ]);
  });

  it("are not there in a mesh of fewer than three", () => {
    expect(scene([mesh(geometryOf([0, 1])), mesh(new BufferGeometry())]).instances).toEqual([]);
  });
});

describe("skins", () => {
  const bound = (weights: number[][]) => {
    const bones = [new Bone(), new Bone()];
    bones[0].name = "a";
    bones[1].name = "b";
    const geometry = geometryOf(
      weights.map((_, c) => c),
      {
        skinIndex: [weights.flatMap(() => [0, 1, 0, 0]), 4],
        skinWeight: [weights.flatMap(([p, q]) => [p, q, 0, 0]), 4],
      },
    );
    const skinned = new SkinnedMesh(geometry, []);
    skinned.name = "body";
    return { bones, skinned };
  };
  const inverses = [new Matrix4().makeTranslation(0, -1, 0), new Matrix4().makeTranslation(0, -2, 0)];

  it("have joints, the inverse of their binding, and weights that sum to 1", () => {
    const { bones, skinned } = bound([
      [1, 3],
      [0, 0],
      [0.5, 0.5],
    ]);
    skinned.bind(new Skeleton(bones, inverses), new Matrix4().makeTranslation(5, 0, 0));
    const { skins, instances, notes } = scene([skinned, ...bones]);
    expect(instances[0].skin).toBe(skins[0]);
    expect(skins[0].joints).toEqual([2, 3]);
    expect([...skins[0].inverseBind]).toEqual([
      ...[1, 0, 0, 5, 0, 1, 0, -1, 0, 0, 1, 0],
      ...[1, 0, 0, 5, 0, 1, 0, -2, 0, 0, 1, 0],
    ]);
    const { influences, weights } = instances[0].geometry;
    expect([...weights].filter((_, e) => e % influences < 2)).toEqual([0.25, 0.75, 1, 0, 0.5, 0.5]);
    // Each bone is a joint of its own as well.
    expect(skins.slice(1).map(({ joints }) => joints)).toEqual([[2], [3]]);
    expect(notes).toEqual([]);
  });

  it("are none where a bone is not in the file, with a note", () => {
    const { bones, skinned } = bound([
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
    skinned.bind(new Skeleton(bones, inverses), new Matrix4());
    const { instances, skins, notes } = scene([skinned, bones[0]]);
    expect(instances[0].skin).toBeNull();
    expect(instances[0].geometry.influences).toBe(0);
    expect(skins.map(({ joints }) => joints)).toEqual([[2]]);
    expect(notes).toEqual([
      "Bones that body should follow are not in the file: without them it keeps its pose.",
    ]);
  });
});

describe("animations", () => {
  const arm = () => {
    const object = new Group();
    object.name = "arm";
    return object;
  };
  const read = (...tracks: KeyframeTrack[]) => scene([arm()], [new AnimationClip("wave", -1, tracks)]);
  const move = (times: number[], values = times.flatMap((t) => [t, 0, 0]), name = "arm.position") =>
    new VectorKeyframeTrack(name, times, values);

  it("find their nodes by name, and last from their first key to their last", () => {
    const turn = new QuaternionKeyframeTrack("arm.quaternion", [1, 3], [0, 0, 0, 1, 0, 1, 0, 0]);
    const { clips } = read(move([2, 5]), turn, move([3, 4], undefined, "arm.scale"));
    expect(clips.map(({ name, start, end }) => [name, start, end])).toEqual([["wave", 1, 5]]);
    expect(clips[0].tracks.map(({ node, path, keys }) => [node, path, keys.width, keys.rotation])).toEqual([
      [1, "translation", 3, false],
      [1, "rotation", 4, true],
      [1, "scale", 3, false],
    ]);
    expect([...clips[0].tracks[0].keys.values]).toEqual([2, 0, 0, 5, 0, 0]);
    expect([...clips[0].tracks[1].keys.times]).toEqual([1, 3]);
  });

  it("are left out where they name nothing, or their keys do not fit; a note says so", () => {
    const note = ["Some of its animations move nothing."];
    const nothing = (track: KeyframeTrack) => {
      const { clips, notes } = read(track);
      expect(clips.length).toBe(notes.length === 0 ? 1 : 0);
      return notes.length > 0 && notes[0] === note[0];
    };
    expect(nothing(move([0, 1]))).toBe(false);
    expect(nothing(move([1, 1]))).toBe(false);
    expect(nothing(move([1, 0.5]))).toBe(true);
    expect(nothing(move([0, Infinity]))).toBe(true);
    expect(nothing(move([0, 1], undefined, "leg.position"))).toBe(true);
    expect(nothing(move([0, 1], undefined, "arm.visible"))).toBe(true);
    const short = move([0, 1]);
    short.values = short.values.slice(1);
    expect(nothing(short)).toBe(true);
  });

  it("move the first node of a name", () => {
    const clip = new AnimationClip("wave", -1, [move([0, 1])]);
    expect(scene([arm(), arm()], [clip]).clips[0].tracks[0].node).toBe(1);
  });
});
