// The depth-first update of coefficients (Le & Deng 2013, algorithm 8), with an explicit stack, because recursion would
// overflow. The stack holds edges from a changed vertex to a neighbour. No edge is on it twice, so room for all edges
// is enough.

import { loadF64, loadI32, storeI32 } from "../memory";
import { addCandidate, blendBegin, blendSetUp, playFrom, playOwn, takeBest } from "./blend";
import { TwoLayerJob } from "./job";

/** Puts the edges from a vertex on the stack. Returns its new height. */
function pushRing(job: TwoLayerJob, i: i32, stack: usize, waiting: usize, height: i32): i32 {
  const last = loadI32(job.ringOffsets, i + 1);
  for (let e = loadI32(job.ringOffsets, i); e < last; e++) {
    const flag = waiting + <usize>e;
    if (load<u8>(flag) !== 0) continue;
    store<u8>(flag, 1);
    storeI32(stack, height++, e);
  }
  return height;
}

/**
 * A vertex tries virtual bone `atom`. With −1 it only solves its shares again. If it changes, its neighbours do the
 * same, then their neighbours. Returns the number of changed vertices; 0 if the first one gains nothing.
 * @param sources the vertex that each edge of the rings begins at.
 * @param stack i32, one for each edge; `waiting` flags for each edge, all 0.
 */
export function twoLayerFlood(
  job: TwoLayerJob,
  vertex: i32,
  atom: i32,
  sources: usize,
  stack: usize,
  waiting: usize,
): i32 {
  blendSetUp(job, 0);
  blendBegin(job, vertex);
  const own = playOwn(job);
  if (atom >= 0) addCandidate(job, atom);
  if (!takeBest(job, atom >= 0 ? own : 0, atom < 0)) return 0;
  let changes = 1;
  let height = pushRing(job, vertex, stack, waiting, 0);
  while (height > 0) {
    const e = loadI32(stack, --height);
    store<u8>(waiting + <usize>e, 0);
    const i = loadI32(job.ring, e);
    blendBegin(job, i);
    const mine = playOwn(job);
    if (playFrom(job, job.ids, loadI32(sources, e)) === mine || !takeBest(job, mine, false)) continue;
    changes++;
    height = pushRing(job, i, stack, waiting, height);
  }
  return changes;
}

/**
 * The vertex whose error is farthest above its floor, among those that are not excluded. If no error is above its
 * floor, the vertex with the largest error; −1 if all errors are 0.
 */
export function twoLayerWorst(job: TwoLayerJob, floors: usize, excluded: usize): i32 {
  const above = farthest(job, floors, 1.0, excluded);
  return above >= 0 ? above : farthest(job, floors, 0.0, excluded);
}

function farthest(job: TwoLayerJob, floors: usize, share: f64, excluded: usize): i32 {
  let worst = -1;
  let most = job.noise;
  for (let i = 0; i < job.vertices; i++) {
    const excess = loadF64(job.errors, i) - share * loadF64(floors, i);
    if (excess > most && load<u8>(excluded + <usize>i) === 0) {
      most = excess;
      worst = i;
    }
  }
  return worst;
}
