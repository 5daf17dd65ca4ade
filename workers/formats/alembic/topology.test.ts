import { expect, test } from "vitest";
import { UNWATCHED } from "../../model/task";
import { POD } from "./archive/pods";
import { openAlembic } from "./read";
import { CUBE_POINTS, cube, memoryFile, movingCube, READ_ALL } from "./testing/fixtures";
import { type ObjectRecord, type SampledRecord, writeArchive } from "./write/archive-writer";

/** Samplings of the test archives: 0 untimed, 1 at 24 frames a second, 2 at 12 from the second frame on. */
const SAMPLINGS = [
  { kind: "uniform" as const, period: 1, times: Float64Array.of(0) },
  { kind: "uniform" as const, period: 1 / 24, times: Float64Array.of(0) },
  { kind: "uniform" as const, period: 1 / 12, times: Float64Array.of(1 / 24) },
];

const COUNTS = new Int32Array(6).fill(4);
const INDICES = Int32Array.from(cube("").polygonCorners);

interface MeshSamples {
  points?: Float32Array[];
  counts?: Int32Array[];
  indices?: Int32Array[];
  sampling?: number;
  schema?: string;
}

function mesh(name: string, samples: MeshSamples = {}): ObjectRecord {
  const { points = [CUBE_POINTS], counts = [COUNTS], indices = [INDICES], sampling = 1 } = samples;
  const schema = samples.schema ?? "AbcGeom_PolyMesh_v1";
  const array = (n: string, pod: number, extent: number, s: ArrayBufferView[]): SampledRecord => ({
    ...{ kind: "array", name: n, metadata: {}, pod, extent, sampling, samples: s },
  });
  const properties = [
    array("P", POD.float32, 3, points),
    array(".faceCounts", POD.int32, 1, counts),
    array(".faceIndices", POD.int32, 1, indices),
  ];
  const geometry = { kind: "compound" as const, name: ".geom", metadata: { schema }, properties };
  return { name, metadata: { schema }, properties: [geometry], children: [] };
}

function archive(children: ObjectRecord[], metadata: Record<string, string> = {}) {
  return memoryFile(
    writeArchive({ metadata, samplings: SAMPLINGS, top: { properties: [], children } }),
    "shot.abc",
  );
}

const open = (children: ObjectRecord[], metadata?: Record<string, string>) =>
  openAlembic(archive(children, metadata), UNWATCHED);
const moving = (frames: number) => Array.from({ length: frames }, (_, k) => movingCube(1)(k));

async function firstNumbers(children: ObjectRecord[], index = 0): Promise<number[]> {
  const sequence = await (await open(children)).read(READ_ALL, UNWATCHED);
  const numbers: number[] = [];
  for (let k = 0; k < sequence.frameCount; k++) numbers.push((await sequence.frame(k))[index]);
  return numbers;
}

test("changing faces are refused with mesh, frame and numbers", async () => {
  const fewer = mesh("cloth", {
    points: moving(4),
    counts: [COUNTS, COUNTS, COUNTS.slice(1)],
    indices: [INDICES, INDICES, INDICES.slice(4)],
  });
  await expect((await open([fewer])).read(READ_ALL, UNWATCHED)).rejects.toThrow(
    'shot.abc changes its topology. The mesh "cloth" has 6 polygons in frame 1, but 5 in frame 3.',
  );
  const swapped = mesh("cloth", { points: moving(4), indices: [INDICES, INDICES.toReversed()] });
  await expect((await open([swapped])).read(READ_ALL, UNWATCHED)).rejects.toThrow(
    /24 face corners in frame 1, but .* in frame 2/,
  );
});

test("a changing number of points is refused when its frame is read", async () => {
  const points = moving(4);
  points[2] = new Float32Array(27);
  const sequence = await (await open([mesh("cloth", { points })])).read(READ_ALL, UNWATCHED);
  await sequence.frame(1);
  await expect(sequence.frame(2)).rejects.toThrow(/"cloth" has 8 points in frame 1, but 9 in frame 3/);
});

test("subdivision meshes are read as their polygons", async () => {
  const { info } = await open([mesh("skin", { schema: "AbcGeom_SubD_v1" })]);
  expect(info).toMatchObject({ meshes: ["skin"], polygons: 6 });
});

test("meshes with different rates share one timeline: the finest step, interpolated and held", async () => {
  const slow = mesh("slow", { points: moving(3), sampling: 2 });
  const fast = mesh("fast", { points: moving(7) });
  const x = (k: number) => movingCube(1)(k)[0];
  expect(await firstNumbers([fast, slow], 0)).toEqual([0, 1, 2, 3, 4, 5, 6].map(x));
  const blended = await firstNumbers([fast, slow], 24);
  const between = (a: number, b: number) => (x(a) + x(b)) / 2;
  for (const [k, value] of [x(0), x(0), between(0, 1), x(1), between(1, 2), x(2), x(2)].entries()) {
    expect(blended[k]).toBeCloseTo(value, 6);
  }
});

test("samples without times count as frames", async () => {
  const source = await open([mesh("box", { points: moving(5), sampling: 0 })]);
  expect(source.info).toMatchObject({ fps: 24, rateIsAssumed: true });
  expect(source.info.notes).toEqual(["It has no times. Sinew assumes 24 frames a second."]);
  expect((await source.read({ ...READ_ALL, fps: 60 }, UNWATCHED)).fps).toBe(60);
  const stated = await open([mesh("box", { points: moving(5), sampling: 0 })], { _ai_DCC_FPS: "30.000000" });
  expect(stated.info).toMatchObject({ fps: 30, rateIsAssumed: false });
  expect(await firstNumbers([mesh("box", { points: moving(5), sampling: 0 })])).toEqual(
    [0, 1, 2, 3, 4].map((k) => movingCube(1)(k)[0]),
  );
});

test("Maya's centimetres are known", async () => {
  const { info } = await open([mesh("box")], { _ai_Application: "Maya 2024 AbcExport v1.0" });
  expect(info.metresPerUnit).toBe(0.01);
});

test("instances are in their places, and lost or circular ones are noted", async () => {
  const shift = (name: string, x: number, children: ObjectRecord[]): ObjectRecord => ({
    name,
    metadata: { schema: "AbcGeom_Xform_v3" },
    properties: [
      {
        kind: "compound",
        name: ".xform",
        metadata: {},
        properties: [
          {
            kind: "scalar",
            name: ".ops",
            metadata: {},
            pod: POD.uint8,
            extent: 1,
            sampling: 0,
            samples: [Uint8Array.of(16)],
          },
          {
            kind: "scalar",
            name: ".vals",
            metadata: {},
            pod: POD.float64,
            extent: 3,
            sampling: 0,
            samples: [Float64Array.of(x, 0, 0)],
          },
        ],
      },
    ],
    children,
  });
  const instance = (name: string, of: string): ObjectRecord => ({
    name,
    metadata: { isInstance: "1" },
    properties: [
      {
        kind: "scalar",
        name: ".instanceSource",
        metadata: {},
        pod: POD.string,
        extent: 1,
        sampling: 0,
        samples: [[of]],
      },
    ],
    children: [],
  });
  const tree = [
    shift("original", 0, [mesh("shape")]),
    shift("copy", 10, [instance("shape", "/original/shape")]),
    instance("lost", "/nowhere"),
    instance("loop", "/loop"),
  ];
  const source = await open(tree);
  expect(source.info.meshes).toEqual(["original/shape", "copy/shape"]);
  expect(source.info.notes).toContain("2 instances are left out: what they copy is not in the file.");
  const sequence = await source.read(READ_ALL, UNWATCHED);
  expect(sequence.rest[24] - sequence.rest[0]).toBe(10);
});

test("other objects are named in notes", async () => {
  const camera: ObjectRecord = {
    name: "cam",
    metadata: { schema: "AbcGeom_Camera_v1" },
    properties: [],
    children: [],
  };
  await expect(open([camera, { ...camera, name: "cam2" }])).rejects.toThrow(
    "shot.abc holds no polygon mesh. Only meshes are read; left out: 2 cameras.",
  );
  await expect(
    open([mesh("points", { counts: [new Int32Array(0)], indices: [new Int32Array(0)] })]),
  ).rejects.toThrow(/no faces: points/);
});

test("hidden meshes are read, with a note", async () => {
  const hidden = mesh("box");
  hidden.properties.push({
    kind: "scalar",
    name: "visible",
    metadata: {},
    pod: POD.int8,
    extent: 1,
    sampling: 0,
    samples: [Int8Array.of(0)],
  });
  expect((await open([hidden])).info.notes).toEqual([
    "Visibility is not read: 1 hidden or blinking objects are shown.",
  ]);
});

test("faces that do not fit are refused with the numbers", async () => {
  const reading = async (samples: MeshSamples) =>
    (await open([mesh("box", samples)])).read(READ_ALL, UNWATCHED);
  await expect(reading({ counts: [COUNTS.slice(1)] })).rejects.toThrow(
    /polygons of "box" have 20 corners, but 24 are stored/,
  );
  await expect(reading({ indices: [INDICES.map((i) => i + 1)] })).rejects.toThrow(
    /names point 9, but there are 8/,
  );
  await expect(reading({ counts: [Int32Array.of(-4, 28)] })).rejects.toThrow(
    /Polygon 1 of "box" says that it has -4 corners/,
  );
  await expect(reading({ counts: [new Int32Array(12).fill(2)] })).rejects.toThrow(
    /has three corners or more/,
  );
});
