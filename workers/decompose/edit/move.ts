import { adjacencyOf } from "../../geometry/adjacency";
import { PATCH } from "../problem/patch";
import { blendWithout, goalFrames } from "./bone-goals";
import { type Draft, type EditContext, type InfluenceRow, membersOf, renumberedRow } from "./edit-context";
import { refuseEdit, refuseLockedVertices, refuseStrangers } from "./refusals";
import { fitRigid, type Goals } from "./rigid-fit";

/** A bone is offered to a vertex if it removes at least this share of the vertex's squared error. */
const LEAST_GAIN = 0.02;
/** Squared length, relative to the squared diagonal, below which a distance is rounding. */
const NOISE = 1e-14;
/** Vertices between two checkpoints. */
const CHUNK = 256;

/**
 * Moves a bone to the surface around a vertex. Its old vertices get new weights. The bone is offered to every vertex
 * whose error it would lower.
 */
export async function draftMove(context: EditContext, bone: number, vertex: number): Promise<Draft> {
  const { sequence, rig, locks, task } = context;
  refuseStrangers(rig, [bone], locks);
  if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < sequence.vertexCount)) {
    refuseEdit(
      "The vertex does not exist",
      `There is no vertex ${vertex}: the mesh has ${sequence.vertexCount}. Pick another.`,
    );
  }
  refuseLockedVertices(rig, [bone], locks, 0);
  const h = rig.bones.length;
  const { frameCount } = sequence;
  const patch = patchAround(context, vertex);
  const fitted = fitPatch(
    context,
    patch,
    Array.from({ length: frameCount }, (_, k) => k),
    bone,
  );
  const left = new Set(membersOf(rig, bone).vertices);
  const wanted = new Set([...left, ...patch]);
  await addGaining(context, fitted, wanted);
  await task.checkpoint();
  const motion = rig.motion.slice();
  for (let k = 0; k < frameCount; k++) motion.set(fitted.subarray(12 * k, 12 * k + 12), 12 * (k * h + bone));
  const vertices = Uint32Array.from(wanted).sort();
  const same = Int32Array.from({ length: h }, (_, j) => j);
  return {
    bones: rig.bones.map((each, j) => (j === bone ? { ...each, head: null } : each)),
    origin: same,
    place: same,
    motion,
    free: [bone],
    vertices,
    rows: Array.from(vertices, (i): InfluenceRow => (left.has(i) ? [] : renumberedRow(rig, i, same))),
  };
}

/**
 * Vertices around one, ring by ring over the mesh. The far side of a thin part and neighbouring shells are therefore
 * left out. A smaller shell is returned whole.
 */
function patchAround({ sequence }: EditContext, vertex: number): number[] {
  const corners = sequence.triangles.map((d) => sequence.solverIndex[d]);
  const { offsets, neighbours } = adjacencyOf(corners, sequence.vertexCount);
  const found = new Set([vertex]);
  for (const i of found) {
    for (let e = offsets[i]; e < offsets[i + 1] && found.size < PATCH; e++) found.add(neighbours[e]);
    if (found.size >= PATCH) break;
  }
  return [...found];
}

/** The rigid motion of the source's positions of a patch, 12 numbers per frame. */
function fitPatch(
  { sequence, rig }: EditContext,
  patch: readonly number[],
  frames: readonly number[],
  bone: number,
): Float64Array {
  const count = patch.length;
  const goals: Goals = {
    count,
    frames: frames.length,
    rest: Float64Array.from(patch.flatMap((i) => [...rig.rest.subarray(3 * i, 3 * i + 3)])),
    goals: new Float64Array(3 * count * frames.length),
    shares: new Float64Array(count).fill(1),
  };
  const lean = new Float64Array(12 * frames.length);
  frames.forEach((k, f) => {
    const at = 12 * (k * rig.bones.length + bone);
    lean.set(rig.motion.subarray(at, at + 12), 12 * f);
    patch.forEach((i, n) => {
      const from = 3 * (k * sequence.vertexCount + i);
      goals.goals.set(sequence.frames.subarray(from, from + 3), 3 * (f * count + n));
    });
  });
  return fitRigid(goals, new Uint8Array(count), 0, lean);
}

/**
 * Adds the vertices that the bone would help. With r the current error and d the vector from the bone's position to the
 * current one, (1 − t)·now + t·bone is best at t = r·d / d². It reduces r² by (r·d)² / d².
 */
async function addGaining({ sequence, rig, task }: EditContext, fitted: Float64Array, wanted: Set<number>) {
  const frames = goalFrames(sequence.frameCount);
  const now = new Float64Array(3);
  const diagonal = squaredDiagonal(rig.rest);
  for (let i = 0; i < sequence.vertexCount; i++) {
    if (i % CHUNK === CHUNK - 1) await task.checkpoint();
    if (wanted.has(i)) continue;
    const [x, y, z] = [rig.rest[3 * i], rig.rest[3 * i + 1], rig.rest[3 * i + 2]];
    let [rr, rd, dd] = [0, 0, 0];
    for (const k of frames) {
      blendWithout(rig, i, k, -1, now);
      for (let c = 0; c < 3; c++) {
        const q = 12 * k + 4 * c;
        const there = fitted[q] * x + fitted[q + 1] * y + fitted[q + 2] * z + fitted[q + 3];
        const r = now[c] - sequence.frames[3 * (k * sequence.vertexCount + i) + c];
        const d = now[c] - there;
        rr += r * r;
        rd += r * d;
        dd += d * d;
      }
    }
    const isWrong = rr > NOISE * diagonal * frames.length;
    if (isWrong && rd > 0 && rd * rd > LEAST_GAIN * rr * dd) wanted.add(i);
  }
}

function squaredDiagonal(rest: Float32Array): number {
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < rest.length; at++) {
    least[at % 3] = Math.min(least[at % 3], rest[at]);
    most[at % 3] = Math.max(most[at % 3], rest[at]);
  }
  return most.reduce((sum, x, c) => sum + (x - least[c]) ** 2, 0);
}
