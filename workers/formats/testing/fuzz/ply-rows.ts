/** Damage to the elements and rows of a PLY. Its header always fits the data. */
import type { Random } from "../../../math/random";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import type { PlyEncoding } from "../../ply/ply-header";
import { dataView } from "../../source/data-view";
import { joined, type Mutator, pick } from "./mutate";
import { otherNumber } from "./payload";

type Scalar = "char" | "uchar" | "short" | "int" | "float" | "double";

interface Property {
  name: string;
  type: Scalar;
  /** The type of the count before a list; null for a single number. */
  count: Scalar | null;
  /** One list of numbers per row. Single numbers are lists of one. */
  rows: number[][];
}

interface Element {
  name: string;
  count: number;
  properties: Property[];
}

const BYTES: Record<Scalar, number> = { char: 1, uchar: 1, short: 2, int: 4, float: 4, double: 8 };

function scalarBytes(value: number, type: Scalar, littleEndian: boolean): Uint8Array {
  const out = new Uint8Array(BYTES[type]);
  const view = dataView(out);
  if (type === "double") view.setFloat64(0, value, littleEndian);
  else if (type === "float") view.setFloat32(0, value, littleEndian);
  else if (type === "int") view.setInt32(0, value, littleEndian);
  else if (type === "short") view.setInt16(0, value, littleEndian);
  else view.setUint8(0, value);
  return out;
}

/** The vertices of a pose, and the faces. */
function elementsOf(
  { solverIndex, polygonOffsets, polygonCorners }: MeshSequence,
  pose: Float32Array,
): Element[] {
  const axis = (name: string, c: number): Property => ({
    name,
    type: "float",
    count: null,
    rows: Array.from(solverIndex, (v) => [pose[3 * v + c]]),
  });
  const faces = Array.from(polygonOffsets.subarray(1), (end, p) =>
    Array.from(polygonCorners.subarray(polygonOffsets[p], end)),
  );
  return [
    { name: "vertex", count: solverIndex.length, properties: [axis("x", 0), axis("y", 1), axis("z", 2)] },
    {
      name: "face",
      count: faces.length,
      properties: [{ name: "vertex_indices", type: "int", count: "uchar", rows: faces }],
    },
  ];
}

function write(elements: readonly Element[], encoding: PlyEncoding): Uint8Array {
  const header = [
    "ply",
    `format ${encoding} 1.0`,
    ...elements.flatMap(({ name, count, properties }) => [
      `element ${name} ${count}`,
      ...properties.map((p) => `property ${p.count ? `list ${p.count} ` : ""}${p.type} ${p.name}`),
    ]),
    "end_header\n",
  ].join("\n");
  const isText = encoding === "ascii";
  const number = (value: number, type: Scalar) =>
    isText
      ? new TextEncoder().encode(`${value} `)
      : scalarBytes(value, type, encoding === "binary_little_endian");
  const parts: Uint8Array[] = [new TextEncoder().encode(header)];
  for (const { count, properties } of elements) {
    for (let n = 0; n < count; n++) {
      for (const property of properties) {
        const row = property.rows[n];
        if (property.count) parts.push(number(row.length, property.count));
        for (const value of row) parts.push(number(value, property.type));
      }
      if (isText) parts.push(new TextEncoder().encode("\n"));
    }
  }
  return joined(...parts);
}

const EXTRA: readonly Element[] = [
  {
    name: "edge",
    count: 2,
    properties: [
      { name: "vertex1", type: "int", count: null, rows: [[0], [3]] },
      { name: "vertex2", type: "int", count: null, rows: [[1], [70_000]] },
    ],
  },
  {
    name: "tristrips",
    count: 1,
    properties: [{ name: "l", type: "short", count: "int", rows: [[0, 1, -1]] }],
  },
  { name: "nothing", count: 1000, properties: [] },
];

type Damage = (elements: Element[], random: Random) => void;

const facesOf = (elements: Element[]): number[][] =>
  elements.find(({ name }) => name === "face")?.properties.find(({ count }) => count)?.rows ?? [[]];
const vertexCount = (elements: Element[]): number =>
  elements.find(({ name }) => name === "vertex")?.count ?? 0;

const moveVertex: Damage = (elements, random) => {
  const vertices = elements.find(({ name, properties }) => name === "vertex" && properties.length > 0);
  if (!vertices || vertices.count === 0) return;
  const row = pick(pick(vertices.properties, random).rows, random);
  row[0] = otherNumber(row[0], random);
};

/** Replaces a corner by another vertex, rarely by a missing one. */
const moveCorner: Damage = (elements, random) => {
  const face = pick(facesOf(elements), random) ?? [];
  if (face.length === 0) return;
  const count = vertexCount(elements);
  const isThere = random.integer(5) > 0;
  face[random.integer(face.length)] = isThere
    ? random.integer(count)
    : pick([-1, count, 2 ** 31 - 1], random);
};

/** Removes corners of a face, reverses it, or gives it the corners of another face. */
const reshapeFace: Damage = (elements, random) => {
  const faces = facesOf(elements);
  const face = pick(faces, random) ?? [];
  const kind = random.integer(3);
  if (kind === 0) face.splice(random.integer(4));
  else if (kind === 1) face.reverse();
  else if (face.length < 100) face.push(...pick(faces, random));
};

/** Removes or repeats a row. */
const repeatRow: Damage = (elements, random) => {
  const element = pick(elements, random);
  if (element.properties.length === 0 || element.count === 0) return;
  const at = random.integer(element.count);
  const isDoubled = random.integer(2) === 0;
  for (const { rows } of element.properties)
    rows.splice(at, 1, ...(isDoubled ? [rows[at], [...rows[at]]] : []));
  element.count = element.properties[0].rows.length;
};

/** Changes the type or name of a property, or removes or repeats it. */
const changeProperty: Damage = (elements, random) => {
  const { properties } = pick(elements, random);
  if (properties.length === 0) return;
  const at = random.integer(properties.length);
  const kind = random.integer(4);
  if (kind === 0) properties[at].type = pick(["double", "float", "short"], random);
  else if (kind === 1) properties[at].name = pick(["u", "nx", "vertex_index", "__proto__"], random);
  else if (kind === 2) properties.splice(at, 1);
  else properties.push(structuredClone(properties[at]));
};

/** Adds elements like other programs, in another order. */
const addElement: Damage = (elements, random) => {
  elements.push(structuredClone(pick(EXTRA, random)));
  if (random.integer(3) === 0) elements.reverse();
};

const DAMAGES = [moveVertex, moveVertex, moveCorner, reshapeFace, repeatRow, changeProperty, addElement];

/** Mutants of one pose, written in `encoding`. The given bytes are ignored. */
export const plyRows =
  (sequence: MeshSequence, pose: Float32Array, encoding: PlyEncoding): Mutator =>
  (_, random) => {
    const elements = elementsOf(sequence, pose);
    for (let n = 1 + random.integer(3); n > 0; n--) pick(DAMAGES, random)(elements, random);
    return write(elements, encoding);
  };
