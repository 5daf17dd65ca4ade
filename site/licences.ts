/** Licences that require only that their text comes with the distribution. */
const PERMISSIVE = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "Zlib",
  "Unlicense",
  "CC0-1.0",
  "BlueOak-1.0.0",
]);

/**
 * Whether Sinew may include work under a licence.
 * @param licence an SPDX expression: all parts of an "AND" and one of an "OR" have to be permissive.
 */
export function isPermissive(licence: unknown): boolean {
  if (typeof licence !== "string") return false;
  const plain = licence.replace(/[()]/g, "").trim();
  return plain.split(/\s+OR\s+/).some((way) => way.split(/\s+AND\s+/).every((part) => PERMISSIVE.has(part)));
}
