// Numbers in memory. A table is the address of its first number; `n` counts numbers, not bytes.

/** An address that may be missing: 0 means none. */
export type Optional = usize;

/** @inline */
export function loadF64(table: usize, n: usize): f64 {
  return load<f64>(table + (n << 3));
}

/** @inline */
export function storeF64(table: usize, n: usize, value: f64): void {
  store<f64>(table + (n << 3), value);
}

/** Adds to the number at an address. @inline */
export function addTo(address: usize, value: f64): void {
  store<f64>(address, load<f64>(address) + value);
}

/** The address of a number. @inline */
export function f64At(table: usize, n: usize): usize {
  return table + (n << 3);
}

/** @inline */
export function loadF32(table: usize, n: usize): f32 {
  return load<f32>(table + (n << 2));
}

/** @inline */
export function loadI32(table: usize, n: usize): i32 {
  return load<i32>(table + (n << 2));
}

/** @inline */
export function storeI32(table: usize, n: usize, value: i32): void {
  store<i32>(table + (n << 2), value);
}

/** @inline */
export function loadU32(table: usize, n: usize): u32 {
  return load<u32>(table + (n << 2));
}

/** @inline */
export function storeU32(table: usize, n: usize, value: u32): void {
  store<u32>(table + (n << 2), value);
}

/** A number in a table of u32 that is an index or an offset. @inline */
export function loadIndex(table: usize, n: usize): usize {
  return <usize>load<u32>(table + (n << 2));
}
