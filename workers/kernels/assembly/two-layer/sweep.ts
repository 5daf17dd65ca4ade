// Each vertex chooses its virtual bones again. A sweep reads only the choices made before it, so the result depends
// neither on the order of vertices nor on threads.

import { loadI32, loadIndex, Optional } from "../memory";
import { blendBegin, blendSetUp, playFrom, playOwn, takeBest } from "./blend";
import { TwoLayerJob } from "./job";

/** Solves the shares of vertices [begin, end) again, and sets their errors. Each keeps its virtual bones. */
export function twoLayerShares(begin: i32, end: i32, slot: i32, job: TwoLayerJob): void {
  blendSetUp(job, slot);
  for (let i = begin; i < end; i++) {
    blendBegin(job, i);
    playOwn(job);
    takeBest(job, 0, true);
  }
}

/**
 * Vertices [begin, end) try the virtual bones of neighbours that have changed, and mixtures with their own.
 * @param before V·blends: the choices before the sweep.
 * @param changed V flags: vertices that changed in the last sweep; 0 means all.
 * @param changes V flags, out: vertices that change in this sweep.
 */
export function twoLayerSweep(
  begin: i32,
  end: i32,
  slot: i32,
  job: TwoLayerJob,
  before: usize,
  changed: Optional,
  changes: usize,
): void {
  blendSetUp(job, slot);
  for (let i = begin; i < end; i++) {
    const first = loadI32(job.ringOffsets, i);
    const last = loadI32(job.ringOffsets, i + 1);
    let own = -1;
    let now = -1;
    for (let e = first; e < last; e++) {
      const k = loadI32(job.ring, e);
      if (changed && load<u8>(changed + loadIndex(job.ring, e)) === 0) continue;
      if (own < 0) {
        blendBegin(job, i);
        own = playOwn(job);
        now = own;
      }
      now = playFrom(job, before, k);
    }
    const better = now > own && takeBest(job, own, false);
    store<u8>(changes + <usize>i, better ? 1 : 0);
  }
}
