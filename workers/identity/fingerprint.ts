/** Hashes of arrays, bit for bit, and of the engine that computed them. */
import { createHash } from "node:crypto";
import { createRandom } from "../math/random";

/** SHA-256 of the bytes of all arrays, in their order and with their types and lengths, as 16 hexadecimal digits. */
export function fingerprint(...arrays: ArrayBufferView[]): string {
  const hash = createHash("sha256");
  for (const array of arrays) {
    hash.update(`${array.constructor.name} ${array.byteLength} `);
    // A copy, because hashes do not read shared memory.
    hash.update(Uint8Array.from(new Uint8Array(array.buffer, array.byteOffset, array.byteLength)));
  }
  return hash.digest("hex").slice(0, 16);
}

const LIBRARY = [Math.sin, Math.cos, Math.acos, Math.exp, Math.log, Math.cbrt];

/**
 * A hash of values that library functions of this JavaScript engine return. Arithmetic, square roots and WebAssembly
 * give the same bits everywhere, but engines may round `Math.sin` and similar functions differently.
 */
export function engineFingerprint(): string {
  const random = createRandom(1);
  const results = new Float64Array(1000 * (LIBRARY.length + 3));
  for (let at = 0; at < results.length; ) {
    const [x, y] = [random.next(), random.next()];
    for (const call of LIBRARY) results[at++] = call(x);
    results[at++] = Math.atan2(x - 0.5, y - 0.5);
    results[at++] = x ** y;
    results[at++] = Math.hypot(x, y, 0.3);
  }
  return fingerprint(results);
}
