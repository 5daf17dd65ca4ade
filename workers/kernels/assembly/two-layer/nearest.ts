import { loadF64, loadI32, storeF64, storeI32 } from "../memory";
import {
  addCandidate,
  blendBegin,
  blendSetUp,
  errorAlone,
  playOwn,
  takeBest,
  twoLayerScratch,
} from "./blend";
import { TwoLayerJob } from "./job";

/** The most virtual bones that a vertex tries. */
const MOST_TRIES = 10;

/** The scratch numbers of a thread. */
export function twoLayerNearestScratch(): i32 {
  return twoLayerScratch() + 2 * MOST_TRIES;
}

/** Vertices [begin, end) try the ten virtual bones that fit best alone, in every blend with their own. */
export function twoLayerNearest(begin: i32, end: i32, slot: i32, job: TwoLayerJob): void {
  blendSetUp(job, slot);
  const errors = job.scratch + <usize>slot * <usize>job.scratchBytes + ((<usize>twoLayerScratch()) << 3);
  const ids = errors + 8 * MOST_TRIES;
  for (let i = begin; i < end; i++) {
    blendBegin(job, i);
    let found = 0;
    for (let r = 0; r < job.atoms; r++) {
      const error = errorAlone(job, r);
      if (found === MOST_TRIES && !(error < loadF64(errors, found - 1))) continue;
      let at = found < MOST_TRIES ? found++ : found - 1;
      for (; at > 0 && loadF64(errors, at - 1) > error; at--) {
        storeF64(errors, at, loadF64(errors, at - 1));
        storeI32(ids, at, loadI32(ids, at - 1));
      }
      storeF64(errors, at, error);
      storeI32(ids, at, r);
    }
    const own = playOwn(job);
    let isNew = false;
    for (let n = 0; n < found; n++) if (addCandidate(job, loadI32(ids, n))) isNew = true;
    if (isNew) takeBest(job, own, false);
  }
}
