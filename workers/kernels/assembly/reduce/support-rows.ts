import { loadF32 } from "../memory";
import { NO_PLACE, ReduceJob } from "./reduce-job";
import { countOf, placeOf, setCount, setPlace, setWeight, weightOf } from "./support";

/** Reads a vertex's support and its weights. */
export function readSupport(job: ReduceJob, i: usize, support: usize): void {
  const first = i * <usize>job.influences;
  let n = 0;
  for (let slot = 0; slot < job.influences; slot++) {
    const place = <u32>load<u8>(job.slots + first + slot);
    if (place === NO_PLACE) continue;
    setPlace(support, n, place);
    setWeight(support, n++, <f64>loadF32(job.values, first + slot));
  }
  setCount(support, n);
}

export function writeSupport(job: ReduceJob, i: usize, support: usize): void {
  const first = i * <usize>job.influences;
  for (let slot = 0; slot < job.influences; slot++) {
    const used = slot < countOf(support);
    store<u8>(job.slots + first + slot, used ? <u8>placeOf(support, slot) : <u8>NO_PLACE);
    store<f32>(job.values + ((first + slot) << 2), used ? <f32>weightOf(support, slot) : 0);
  }
}

/** Scales the weights to the sum 1 in f64, because they are stored in f32. */
export function normalise(support: usize): void {
  let sum: f64 = 0;
  for (let n = 0; n < countOf(support); n++) sum += weightOf(support, n);
  for (let n = 0; n < countOf(support); n++) setWeight(support, n, weightOf(support, n) / sum);
}
