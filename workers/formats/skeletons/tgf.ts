import type { SkeletonSource } from "../../model/files/skeleton-source";
import { howMany } from "../../model/reports/figures";
import { someOf } from "../../model/reports/some-of";
import { DEFAULT_LIMITS, type Point, type Segment } from "../../model/skeleton/skeleton";
import { checkBoneCount } from "../assemble/check-raw";
import type { SourceFile } from "../source/source";
import { readAll, stemOf } from "../source/source-file";
import { TextCursor } from "../source/text-cursor";
import { checkTextSize } from "./text-size";

const HASH = 35;

/** A bone of the file: the numbers of its two joints. */
interface Edge {
  from: number;
  to: number;
}

interface Graph {
  points: Point[];
  /** The number of each point in the file. */
  names: number[];
  edges: Edge[];
  /** The number of edges of cages and of pseudo-edges. */
  others: number;
}

/** Reads the rows of a section, up to the next line that begins with "#". */
function eachRow(cursor: TextCursor, read: () => void): void {
  while (cursor.at < cursor.end) {
    if (cursor.nextWord()) {
      if (cursor.bytes[cursor.at] === HASH) {
        cursor.skipComment();
        return;
      }
      read();
    }
    cursor.skipLine();
  }
}

/** Reads a required number. */
function numberIn(cursor: TextCursor, what: string): number {
  if (!cursor.nextWord()) cursor.fail(`${what} is missing.`);
  const value = cursor.number();
  if (!Number.isFinite(value)) cursor.fail(`${what} is ${value}.`);
  return value;
}

/**
 * Reads rows "index x y z …", a "#", and rows "from to [is bone] [is pseudo] [is cage]". The latter refer to joints by
 * their index.
 */
function readGraph(cursor: TextCursor): Graph {
  const number = new Map<number, number>();
  const graph: Graph = { points: [], names: [], edges: [], others: 0 };
  eachRow(cursor, () => {
    const index = numberIn(cursor, "The number of a joint");
    if (number.has(index)) cursor.fail(`It has two joints of the number ${index}.`);
    number.set(index, graph.points.length);
    graph.names.push(index);
    const place = ["x", "y", "z"].map((axis) => numberIn(cursor, `The ${axis} of joint ${index}`));
    graph.points.push(place as Point);
  });
  const jointIn = () => {
    const index = numberIn(cursor, "The number of a bone's joint");
    return number.get(index) ?? cursor.fail(`A bone names joint ${index}, which it does not have.`);
  };
  eachRow(cursor, () => {
    const edge = { from: jointIn(), to: jointIn() };
    const [isBone, ...is] = cursor.restOfLine().split(/\s+/);
    // A single column is a label, as written by other programs.
    if (is.length > 0 && Number(isBone) === 0) graph.others++;
    else graph.edges.push(edge);
  });
  return graph;
}

interface Directed {
  /** The file's bones, some reversed so that at most one bone leads to each joint. */
  edges: (Edge & { number: number })[];
  /** The bones that would close a ring. */
  left: Edge[];
}

/** Walks over the bones of each tree, starting at the joint to which no bone leads. Parents come first. */
function directed({ points, edges }: Graph): Directed {
  const at: number[][] = points.map(() => []);
  const entering = new Int32Array(points.length);
  edges.forEach(({ from, to }, e) => {
    at[from].push(e);
    if (to !== from) at[to].push(e);
    entering[to]++;
  });
  const reached = new Uint8Array(points.length);
  const used = new Uint8Array(edges.length);
  const found: Directed["edges"] = [];
  const walk = (root: number) => {
    reached[root] = 1;
    const open = [root];
    for (let n = 0; n < open.length; n++) {
      const next = open[n];
      for (const e of at[next]) {
        const to = edges[e].from === next ? edges[e].to : edges[e].from;
        if (used[e] || reached[to]) continue;
        used[e] = 1;
        reached[to] = 1;
        found.push({ from: next, to, number: e });
        open.push(to);
      }
    }
  };
  const isRoot = (p: number) => entering[p] === 0 && at[p].length > 0;
  points.forEach((_, p) => {
    if (isRoot(p) && !reached[p]) walk(p);
  });
  // Rings, and trees whose bones point at each other, have no such joint.
  edges.forEach(({ from }) => {
    if (!reached[from]) walk(from);
  });
  return { edges: inFileOrder(found), left: edges.filter((_, e) => !used[e]) };
}

/** A sentence about bones that close rings, with the numbers of their joints in the file. */
function ringNotes(left: readonly Edge[], names: readonly number[]): string[] {
  if (left.length === 0) return [];
  const ends = someOf(left.map(({ from, to }) => `from joint ${names[from]} to joint ${names[to]}`));
  return [
    left.length === 1
      ? `The bone ${ends} closes a ring and is left out.`
      : `${left.length} bones close rings and are left out: ${ends}.`,
  ];
}

/** The bones in the file's order, but with parents first. */
function inFileOrder(edges: Directed["edges"]): Directed["edges"] {
  const leading = new Map(edges.map((edge) => [edge.to, edge]));
  const placed = new Set<Edge>();
  const ordered: Directed["edges"] = [];
  for (const edge of [...edges].sort((a, b) => a.number - b.number)) {
    const chain: Directed["edges"] = [];
    for (let up: typeof edge | undefined = edge; up && !placed.has(up); up = leading.get(up.from))
      chain.push(up);
    for (const next of chain.reverse()) {
      placed.add(next);
      ordered.push(next);
    }
  }
  return ordered;
}

function segmentsOf(points: Point[], edges: Directed["edges"]): Segment[] {
  const leading = new Map(edges.map(({ to }, s) => [to, s]));
  return edges.map(({ from, to, number }): Segment => {
    const length = Math.hypot(...points[to].map((x, c) => x - points[from][c]));
    return {
      name: `bone_${number + 1}`,
      parent: leading.get(from) ?? -1,
      kind: length > 0 ? "rigid" : "virtual",
      head: [...points[from]],
      tail: [...points[to]],
      limits: { ...DEFAULT_LIMITS, twist: [...DEFAULT_LIMITS.twist], stretch: [...DEFAULT_LIMITS.stretch] },
    };
  });
}

/**
 * Reads a .tgf as libigl writes it: joints, then bones between them; point handles, pseudo-edges and cages are left
 * out.
 * @throws SinewError with file and line.
 */
export async function readTgf(file: SourceFile): Promise<SkeletonSource> {
  checkTextSize(file);
  const cursor = new TextCursor(file.name, await readAll(file));
  const graph = readGraph(cursor);
  if (graph.edges.length === 0) {
    const count = graph.points.length;
    cursor.fail(
      count === 1 ? "It has one joint and no bone." : `It has ${count} joints and no bones between them.`,
    );
  }
  const { edges, left } = directed(graph);
  const rings = ringNotes(left, graph.names);
  if (edges.length === 0) cursor.fail(`${rings.join(" ")} No other bone is there.`);
  checkBoneCount(file.name, edges.length);
  const segments = segmentsOf(graph.points, edges);
  const used = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const alone = graph.points.length - used.size;
  const pointlike = segments.filter(({ kind }) => kind === "virtual").length;
  const notes: string[] = [];
  if (alone > 0)
    notes.push(
      `${howMany(alone, "joint belongs to no bone and is", "joints belong to no bone and are")} left out.`,
    );
  if (graph.others > 0)
    notes.push(
      `${howMany(graph.others, "edge that is no bone (a pseudo-edge or a cage's) is", "edges that are no bones (pseudo-edges, cages) are")} left out.`,
    );
  for (const ring of rings) notes.push(ring);
  if (pointlike > 0)
    notes.push(
      `${howMany(pointlike, "bone has no length and moves", "bones have no length and move")} nothing.`,
    );
  return {
    name: stemOf(file.name),
    file: file.name,
    format: "TGF",
    skeleton: { version: 1, segments },
    upAxis: null,
    metresPerUnit: null,
    fileOrder: Uint32Array.from(edges, ({ number }) => number),
    clips: [],
    notes,
  };
}
