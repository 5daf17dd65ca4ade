import { f64At, loadF32, loadF64, loadIndex, storeF64 } from "../memory";
import { column, dotOf } from "./columns";
import { NO_BONE, ReduceJob } from "./reduce-job";

/** The scratch numbers that `reduceCandidates` needs: a column, and two lists of bones. */
export function reduceCandidatesScratch(stride: i32, bones: i32): i32 {
  return ((stride + 3) >> 1) + 2 * bones;
}

/**
 * The candidate lists of vertices [begin, end): first the `byWeight` bones with the largest given weights (Eq. 33),
 * then the bones whose motion alone has the least error (Eq. 37). Ties go to the lower number. With `onlyPositive`,
 * places stay empty if bones have no weight.
 */
export function reduceCandidates(
  begin: i32,
  end: i32,
  slot: i32,
  job: ReduceJob,
  rowOffsets: usize,
  rowBones: usize,
  rowValues: usize,
  byWeight: i32,
  onlyPositive: i32,
  scratch: usize,
): void {
  const bones = job.bones;
  const bytes = (<usize>job.stride) << 2;
  const one = f64At(scratch, slot * reduceCandidatesScratch(job.stride, bones));
  const weights = one + ((bytes + 15) & ~15);
  const errors = f64At(weights, bones);
  for (let i: usize = begin; i < <usize>end; i++) {
    const out = job.list + ((i * <usize>job.candidates) << 1);
    for (let j = 0; j < bones; j++) storeF64(weights, j, 0);
    const last = loadIndex(rowOffsets, i + 1);
    for (let e = loadIndex(rowOffsets, i); e < last; e++) {
      storeF64(weights, <usize>load<u16>(rowBones + (e << 1)), <f64>loadF32(rowValues, e));
    }
    let n = 0;
    for (; n < byWeight; n++) {
      const j = largest(weights, bones);
      const weight = j < 0 ? -1 : loadF64(weights, j);
      const kept = j >= 0 && (onlyPositive === 0 || weight > 0);
      store<u16>(out + ((<usize>n) << 1), kept ? <u16>j : <u16>NO_BONE);
      if (j >= 0) storeF64(weights, j, -1);
    }
    if (n >= job.candidates) continue;
    for (let j = 0; j < bones; j++) {
      if (loadF64(weights, j) < 0) {
        storeF64(errors, j, -Infinity);
        continue;
      }
      column(job, i, j, one);
      storeF64(errors, j, -dotOf(one, one, bytes));
    }
    for (; n < job.candidates; n++) {
      const j = largest(errors, bones);
      store<u16>(out + ((<usize>n) << 1), j < 0 ? <u16>NO_BONE : <u16>j);
      if (j >= 0) storeF64(errors, j, -Infinity);
    }
  }
}

/** The first of the largest entries, or −1 if all are taken. Taken entries are −1 among weights and −∞ among errors. */
function largest(table: usize, count: i32): i32 {
  let best = -1;
  let most: f64 = -Infinity;
  for (let j = 0; j < count; j++) {
    const value = loadF64(table, j);
    if (value > most) {
      most = value;
      best = j;
    }
  }
  return best;
}
