/**
 * Finds clips that loop. The last pose of a loop equals the first, or is one step before it. The poses are taken from
 * the animation itself, so that all its rigs loop alike. They are compared vertex by vertex, both in world space and
 * without the character's travel.
 */
import type { ClipLoop } from "../../model/files/export/clip-loop";
import type { Clip } from "../../model/mesh/mesh-sequence";
import { type AnySequence, keptFrameAt } from "../../model/mesh/streamed-sequence";

/** A clip whose ends are nearer than this share of a frame's step repeats its first pose. */
const REPEATS = 0.5;
/** A clip whose ends are at most this many steps apart leads to its first pose. */
const LEADS = 1.5;
/**
 * In a motion, neighbouring poses are nearer than this share of the distance of the farthest ones. In a set of single
 * poses they are not.
 */
const OF_RANGE = 0.5;
/** The number of poses between the ends that are compared to find the clip's range. */
const SAMPLES = 12;

/** The inverse of the rotation and translation of `m` from `at` on, row-major 3x4. */
function rigidInverse(m: Float64Array, at: number): Float64Array {
  const out = new Float64Array(12);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      out[4 * r + c] = m[at + 4 * c + r];
      out[4 * r + 3] -= m[at + 4 * c + r] * m[at + 4 * c + 3];
    }
  }
  return out;
}

type Pose = (k: number) => Promise<ArrayLike<number>>;

/** The frames of a sequence without its travel (F·12). */
function onTheSpot(sequence: AnySequence, travel: Float64Array): Pose {
  return async (k) => {
    const posed = await keptFrameAt(sequence, k);
    const back = rigidInverse(travel, 12 * k);
    const out = new Float32Array(posed.length);
    for (let c = 0; c < posed.length; c += 3) {
      const [x, y, z] = [posed[c], posed[c + 1], posed[c + 2]];
      for (let r = 0; r < 3; r++) {
        out[c + r] = back[4 * r] * x + back[4 * r + 1] * y + back[4 * r + 2] * z + back[4 * r + 3];
      }
    }
    return out;
  };
}

interface Distance {
  /** Largest distance of a vertex. */
  largest: number;
  rms: number;
}

function distance(a: ArrayLike<number>, b: ArrayLike<number>): Distance {
  let [largest, sum] = [0, 0];
  for (let c = 0; c < a.length; c += 3) {
    const square = (a[c] - b[c]) ** 2 + (a[c + 1] - b[c + 1]) ** 2 + (a[c + 2] - b[c + 2]) ** 2;
    sum += square;
    if (square > largest) largest = square;
  }
  return { largest: Math.sqrt(largest), rms: Math.sqrt((3 * sum) / a.length) };
}

type Ends = Pick<ClipLoop, "kind" | "gap" | "step">;

async function endsOf(pose: Pose, { first, last }: Clip): Promise<Ends> {
  const [begin, end] = [await pose(first), await pose(last)];
  const gap = distance(begin, end);
  if (last - first < 2) return { kind: "none", gap: gap.largest, step: 0 };
  const leaving = distance(begin, await pose(first + 1));
  const arriving = distance(await pose(last - 1), end);
  const step = Math.max(leaving.rms, arriving.rms);
  let range = 0;
  for (let n = 1; n < SAMPLES; n++) {
    const between = await pose(first + Math.round(((last - first) * n) / SAMPLES));
    range = Math.max(range, distance(begin, between).rms);
  }
  const ends = { gap: gap.largest, step: Math.max(leaving.largest, arriving.largest) };
  if (Math.max(gap.rms, step) > OF_RANGE * range) return { kind: "none", ...ends };
  if (gap.rms <= REPEATS * step) return { kind: "repeats", ...ends };
  return { kind: gap.rms <= LEADS * step ? "leads" : "none", ...ends };
}

/**
 * Whether a clip loops, and how far apart its ends are.
 * @param travel F·12, the character's travel.
 * @param without whether the travel is on a separate bone, and so not a part of the loop.
 */
export async function loopOf(
  sequence: AnySequence,
  clip: Clip,
  travel: Float64Array,
  without: boolean,
): Promise<ClipLoop> {
  const spot = await endsOf(onTheSpot(sequence, travel), clip);
  const world = without ? spot : await endsOf((k) => keptFrameAt(sequence, k), clip);
  const butForTravel = world.kind === "none" && spot.kind !== "none";
  return { clip: clip.name, ...world, butForTravel, closed: false };
}
