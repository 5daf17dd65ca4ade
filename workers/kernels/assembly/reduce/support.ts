import { f64At, loadF64, loadI32, storeF64, storeI32 } from "../memory";
import { MOST_INFLUENCES } from "./reduce-job";

// The layout of a support: the number of bones, their indices in the list of candidates (i32), and their weights (f64).

/** Bytes of a support. */
export const SUPPORT_BYTES: usize = 8 + 4 * 16 + 8 * 16;

/** @inline */
export function countOf(support: usize): i32 {
  return load<i32>(support);
}

/** @inline */
export function setCount(support: usize, count: i32): void {
  store<i32>(support, count);
}

/** @inline */
export function placeOf(support: usize, n: i32): i32 {
  return loadI32(support + 8, n);
}

/** @inline */
export function setPlace(support: usize, n: i32, place: i32): void {
  storeI32(support + 8, n, place);
}

/** Its weights. @inline */
export function weightsAt(support: usize): usize {
  return support + 8 + ((<usize>MOST_INFLUENCES) << 2);
}

/** @inline */
export function weightOf(support: usize, n: i32): f64 {
  return loadF64(weightsAt(support), n);
}

/** @inline */
export function setWeight(support: usize, n: i32, weight: f64): void {
  storeF64(weightsAt(support), n, weight);
}

/** @inline */
export function copySupport(to: usize, from: usize): void {
  memory.copy(to, from, SUPPORT_BYTES);
}

/** Whether a place is among its members. */
export function holds(support: usize, place: i32): bool {
  for (let n = 0; n < countOf(support); n++) if (placeOf(support, n) === place) return true;
  return false;
}

/** Removes members without weight. */
export function dropZeros(support: usize): void {
  let left = 0;
  for (let n = 0; n < countOf(support); n++) {
    const weight = weightOf(support, n);
    if (!(weight > 0)) continue;
    setPlace(support, left, placeOf(support, n));
    setWeight(support, left++, weight);
  }
  setCount(support, left);
}

/** A(a, b) of a Gram matrix of C candidates in f32. @inline */
export function gramAt(gram: usize, candidates: i32, a: i32, b: i32): f64 {
  return <f64>load<f32>(gram + ((<usize>(a * candidates + b)) << 2));
}

/** Row n of a square f64 table of the largest support. @inline */
export function tableRow(table: usize, n: i32): usize {
  return f64At(table, n * MOST_INFLUENCES);
}
