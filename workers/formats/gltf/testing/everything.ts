/**
 * A GLB with everything that a glTF file can have besides a skinned mesh. It is written by hand, so that no library
 * decides its content.
 */

import type { Json } from "../carried/carried-json";
import { packGlb, widthOf } from "../compress/glb-parts";
import { checks } from "./textured";

const FLOAT = 5126;
const BYTE = 5121;
const SHORT = 5123;
type Values = Float32Array | Uint8Array | Uint16Array;

/** The binary chunk of a file under construction, with its accessors and views. */
class Binary {
  readonly views: Json[] = [];
  readonly accessors: Json[] = [];
  private readonly bytes: number[] = [];

  view(values: Values, more: Json = {}): number {
    while (this.bytes.length % 4 > 0) this.bytes.push(0);
    const own = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    const view = { buffer: 0, byteOffset: this.bytes.length, byteLength: own.length, ...more };
    this.bytes.push(...own);
    return this.views.push(view) - 1;
  }

  add(type: string, values: Values, more: Json = {}): number {
    const componentType =
      values instanceof Float32Array ? FLOAT : values instanceof Uint16Array ? SHORT : BYTE;
    const count = values.length / widthOf({ type: type as "SCALAR" });
    return this.accessors.push({ bufferView: this.view(values), componentType, count, type, ...more }) - 1;
  }

  floats(type: string, ...values: number[]): number {
    const width = widthOf({ type: type as "SCALAR" });
    const column = (c: number) => values.filter((_, n) => n % width === c);
    const min = Array.from({ length: width }, (_, c) => Math.fround(Math.min(...column(c))));
    const max = Array.from({ length: width }, (_, c) => Math.fround(Math.max(...column(c))));
    return this.add(type, Float32Array.from(values), { min, max });
  }

  packed(json: Json): Uint8Array {
    const buffers = [{ byteLength: this.bytes.length, extras: { store: 9 } }];
    const whole = { ...json, buffers, bufferViews: this.views, accessors: this.accessors };
    return packGlb(whole as never, Uint8Array.from(this.bytes));
  }
}

const TIMES = [0, 0.5, 1];
const at = (index: number, more: Json = {}) => ({ index, ...more });

/** Two quads, one above the other. The lower follows `hip`, the upper `hand`. */
function skinnedMesh(binary: Binary): Json {
  const attributes = {
    POSITION: binary.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0, 1, 2, 0),
    NORMAL: binary.floats("VEC3", ...[0, 1, 2, 3, 4, 5].flatMap(() => [0, 0, 1])),
    TEXCOORD_0: binary.floats("VEC2", 0, 0, 1, 0, 0, 0.5, 1, 0.5, 0, 1, 1, 1),
    JOINTS_0: binary.add("VEC4", Uint8Array.from([0, 0, 0, 1, 1, 1].flatMap((j) => [j, 0, 0, 0]))),
    WEIGHTS_0: binary.floats("VEC4", ...[0, 1, 2, 3, 4, 5].flatMap(() => [1, 0, 0, 0])),
    _HEAT: binary.floats("SCALAR", 0, 1, 2, 3, 4, 5),
  };
  const indices = binary.add("SCALAR", Uint16Array.of(0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4));
  const variants = { KHR_materials_variants: { mappings: [{ material: 1, variants: [0] }] } };
  return {
    name: "body",
    extras: { group: "hero" },
    primitives: [{ attributes, indices, material: 0, extras: { part: 3 }, extensions: variants }],
  };
}

/** Points with normals, colours and a morph target. A sparse accessor moves one of the points. */
function dust(binary: Binary): Json {
  const flat = binary.floats("VEC3", 0, 0, 0, 1, 0, 0, 2, 0, 0);
  Object.assign(binary.accessors[flat], {
    min: [0, 0, 0],
    max: [2, 5, 0],
    extras: { sparse: true },
    sparse: {
      count: 1,
      indices: { bufferView: binary.view(Uint16Array.of(1)), componentType: SHORT },
      values: { bufferView: binary.view(Float32Array.of(1, 5, 0)) },
    },
  });
  const target = { POSITION: binary.floats("VEC3", 0, 1, 0, 0, 1, 0, 0, 1, 0) };
  return {
    name: "dust",
    weights: [0.25],
    extras: { targetNames: ["up"] },
    primitives: [
      {
        mode: 0,
        attributes: {
          POSITION: flat,
          NORMAL: binary.floats("VEC3", 0, 0, 1, 0, 1, 0, 1, 0, 0),
          COLOR_0: binary.floats("VEC3", 0, 0.5, 1, 1, 1, 1, 0.25, 0, 0),
        },
        targets: [target],
        material: 1,
      },
    ],
  };
}

const wire = (binary: Binary): Json => ({
  name: "wire",
  primitives: [{ mode: 3, attributes: { POSITION: binary.floats("VEC3", 0, 0, 3, 1, 0, 3, 1, 1, 3) } }],
});

function materials(): Json[] {
  return [
    {
      name: "paint",
      extras: { shader: "car" },
      alphaMode: "MASK",
      alphaCutoff: 0.3,
      pbrMetallicRoughness: {
        baseColorTexture: at(0, {
          extensions: { KHR_texture_transform: { offset: [0.5, 0], scale: [2, 2] } },
          extras: { slot: 1 },
        }),
        metallicFactor: 0.5,
      },
      normalTexture: at(1, { scale: 0.5 }),
      extensions: {
        KHR_materials_clearcoat: { clearcoatFactor: 0.75, clearcoatTexture: at(1) },
        KHR_materials_specular: { specularColorFactor: [1, 0.5, 0.25] },
        VENDOR_toon: { ramp: { texture: at(0) } },
      },
    },
    { name: "winter", pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 1] } },
    { name: "not used", doubleSided: true },
  ];
}

function animations(binary: Binary): Json[] {
  const input = binary.floats("SCALAR", ...TIMES);
  const turn = binary.floats("VEC4", 0, 0, 0, 1, 0, 0, Math.SQRT1_2, Math.SQRT1_2, 0, 0, 1, 0);
  const spline = binary.floats("VEC3", ...Array.from({ length: 27 }, (_, n) => n / 9));
  const steps = binary.floats("VEC3", 1, 1, 1, 2, 2, 2, 1, 1, 1);
  const one = binary.floats("SCALAR", 0.5, 1, 0.25);
  const colour = binary.floats("VEC3", 1, 0, 0, 0, 1, 0, 0, 0, 1);
  const pointer = (to: string) => ({
    path: "pointer",
    extensions: { KHR_animation_pointer: { pointer: to } },
  });
  const sampler = (output: number, interpolation?: string) => ({
    input,
    output,
    ...(interpolation && { interpolation }),
  });
  return [
    {
      name: "wave",
      extras: { loop: true },
      samplers: [
        sampler(turn),
        { ...sampler(spline, "CUBICSPLINE"), extras: { eased: true } },
        sampler(steps, "STEP"),
        sampler(colour),
      ],
      channels: [
        { sampler: 0, target: { node: 2, path: "rotation" } },
        { sampler: 1, target: { node: 4, path: "translation" }, extras: { from: "crane" } },
        { sampler: 2, target: { node: 5, path: "scale" } },
        { sampler: 3, target: pointer("/extensions/KHR_lights_punctual/lights/0/color") },
      ],
    },
    {
      name: "camera only",
      samplers: [sampler(spline, "CUBICSPLINE"), sampler(one), sampler(one)],
      channels: [
        { sampler: 0, target: pointer("/nodes/4/translation") },
        { sampler: 1, target: pointer("/materials/1/pbrMetallicRoughness/roughnessFactor") },
        { sampler: 2, target: { node: 6, path: "weights" } },
      ],
    },
  ];
}

const NODES: Json[] = [
  { name: "armature", children: [1], extras: { exporter: "x" } },
  { name: "hip", children: [2], extras: { limb: "root" } },
  { name: "hand", translation: [0, 1, 0], children: [8], extras: { limb: "left" } },
  { name: "body", mesh: 0, skin: 0, extras: { id: 12 } },
  {
    name: "eye",
    camera: 0,
    translation: [0, 1, 9],
    extras: { shot: 4 },
    extensions: { VENDOR_lens: { f: 2 } },
  },
  { name: "sun", extensions: { KHR_lights_punctual: { light: 0 } } },
  { name: "dust", mesh: 1, weights: [0.5] },
  { name: "wire", mesh: 2, rotation: [0, Math.fround(Math.SQRT1_2), 0, Math.fround(Math.SQRT1_2)] },
  {
    name: "torch",
    extensions: { KHR_lights_punctual: { light: 1 } },
    matrix: [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1],
  },
  { name: "elsewhere" },
];

export function everythingGlb(): Uint8Array {
  const binary = new Binary();
  const meshes = [skinnedMesh(binary), dust(binary), wire(binary)];
  const inverse = binary.add(
    "MAT4",
    Float32Array.of(
      1,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      1,
      1,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      -1,
      0,
      1,
    ),
  );
  const lights = [
    { name: "sun", type: "directional", intensity: 3, extras: { lux: true } },
    { name: "torch", type: "spot", spot: { innerConeAngle: 0.1, outerConeAngle: 0.5 }, range: 7 },
  ];
  const images = [checks(4, [255, 0, 0], [0, 0, 255]), checks(2, [128, 128, 255], [120, 128, 250])];
  return binary.packed({
    asset: { version: "2.0", generator: "by hand", copyright: "2026 Somebody", extras: { pipeline: 7 } },
    extras: { project: "hero" },
    extensionsUsed: [
      ...[
        "KHR_lights_punctual",
        "KHR_materials_clearcoat",
        "KHR_materials_specular",
        "KHR_texture_transform",
      ],
      ...["KHR_materials_variants", "KHR_animation_pointer", "VENDOR_toon", "VENDOR_lens", "VENDOR_rig"],
    ],
    extensions: {
      KHR_lights_punctual: { lights },
      KHR_materials_variants: { variants: [{ name: "winter" }] },
      VENDOR_rig: { controls: [1, 2] },
    },
    scene: 0,
    scenes: [
      { name: "stage", nodes: [0, 3, 4, 5, 6, 7], extras: { take: 1 } },
      { name: "other", nodes: [9] },
    ],
    nodes: NODES,
    meshes,
    skins: [{ name: "hero", joints: [1, 2], inverseBindMatrices: inverse, extras: { rigger: "Ada" } }],
    cameras: [
      { name: "eye", type: "perspective", perspective: { yfov: 1, znear: 0.1 }, extras: { f: 2.8 } },
      { name: "top", type: "orthographic", orthographic: { xmag: 2, ymag: 1, znear: 0, zfar: 9 } },
    ],
    materials: materials(),
    textures: [
      { source: 0, sampler: 0, name: "paint", extras: { set: 1 } },
      { source: 1, sampler: 1 },
    ],
    samplers: [{ wrapS: 33071, wrapT: 33648, magFilter: 9728, minFilter: 9985, extras: { soft: false } }, {}],
    images: images.map((bytes, n) => ({
      name: `image ${n}`,
      mimeType: "image/png",
      bufferView: binary.view(bytes as Uint8Array<ArrayBuffer>),
      extras: { n },
    })),
    animations: animations(binary),
  });
}
