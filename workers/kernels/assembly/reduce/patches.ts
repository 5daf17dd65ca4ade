import { f64At, loadIndex, storeF64 } from "../memory";
import { column, dotOf } from "./columns";
import { EXCHANGE_NUMBERS, exchangeMembers } from "./exchange";
import { addRidge } from "./grams";
import { NO_PLACE, ReduceJob } from "./reduce-job";
import { countOf, placeOf, SUPPORT_BYTES, setCount, setPlace, setWeight } from "./support";

/** Exchanges for one patch. */
const PASSES: i32 = 8;

/** The scratch numbers that `reducePatches` needs: columns, a Gram matrix, right sides, a support and a search. */
export function reducePatchesScratch(stride: i32, places: i32): i32 {
  return ((places * stride) >> 1) + places * places + places + 26 + EXCHANGE_NUMBERS + 64;
}

/**
 * Finds one support for each patch in [begin, end). Exchanges minimise Σ|d_i|² over a sample of its vertices, which all
 * have the same weights. A patch has the vertices members[first[p] .. first[p + 1]], of which `samples` are used, and
 * `places` bones in `lists` (u16). The search starts with the first `given[p]` of these bones. Writes `slots` (u8, k a
 * patch): places in the list.
 */
export function reducePatches(
  begin: i32,
  end: i32,
  slot: i32,
  job: ReduceJob,
  first: usize,
  members: usize,
  samples: i32,
  lists: usize,
  places: i32,
  given: usize,
  slots: usize,
  scratch: usize,
): void {
  const bytes = (<usize>job.stride) << 2;
  const columns = f64At(scratch, slot * reducePatchesScratch(job.stride, places));
  const gram = columns + <usize>places * bytes;
  const b = gram + ((((<usize>(places * places)) << 2) + 15) & ~15);
  const support = f64At(b, places);
  const work = support + SUPPORT_BYTES;
  for (let n = 0; n < places; n++) storeF64(b, n, 0);
  for (let p: usize = begin; p < <usize>end; p++) {
    const list = lists + ((p * <usize>places) << 1);
    memory.fill(gram, 0, (<usize>(places * places)) << 2);
    const from = loadIndex(first, p);
    const count = loadIndex(first, p + 1) - from;
    const taken = count < <usize>samples ? count : <usize>samples;
    for (let n: usize = 0; n < taken; n++) {
      const i = loadIndex(members, from + (n * count) / taken);
      for (let a = 0; a < places; a++) {
        column(job, i, <u32>load<u16>(list + ((<usize>a) << 1)), columns + <usize>a * bytes);
      }
      addGram(gram, places, columns, bytes);
    }
    mirrorGram(gram, places);
    addRidge(gram, places);
    const start = load<u8>(given + p);
    setCount(support, start);
    for (let n = 0; n < <i32>start; n++) {
      setPlace(support, n, n);
      setWeight(support, n, 1.0 / <f64>start);
    }
    exchangeMembers(gram, places, b, job.influences, support, PASSES, work);
    for (let n = 0; n < job.influences; n++) {
      const place = n < countOf(support) ? <u8>placeOf(support, n) : <u8>NO_PLACE;
      store<u8>(slots + p * <usize>job.influences + n, place);
    }
  }
}

function addGram(gram: usize, places: i32, columns: usize, bytes: usize): void {
  for (let a = 0; a < places; a++) {
    for (let c = 0; c <= a; c++) {
      const at = gram + ((<usize>(a * places + c)) << 2);
      const value = dotOf(columns + <usize>a * bytes, columns + <usize>c * bytes, bytes);
      store<f32>(at, load<f32>(at) + <f32>value);
    }
  }
}

function mirrorGram(gram: usize, places: i32): void {
  for (let a = 0; a < places; a++) {
    for (let c = 0; c < a; c++) {
      const value = load<f32>(gram + ((<usize>(a * places + c)) << 2));
      store<f32>(gram + ((<usize>(c * places + a)) << 2), value);
    }
  }
}
