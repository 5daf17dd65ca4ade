import { MAGIC, readBinary, versionOf } from "./binary";
import { childOf, FbxDamage, type FbxNode, numberOf } from "./node";
import { readText } from "./text";

/** FBX 6 has names instead of identities, and different records. */
const LEAST_VERSION = 7000;

/** The file is older than FBX 7. */
export class FbxTooOld extends Error {}

/** The version of a text file, from its header or from its first comment. */
function textVersion(top: readonly FbxNode[], bytes: Uint8Array): number {
  const header = top.find(({ name }) => name === "FBXHeaderExtension");
  const version = numberOf(childOf(header, "FBXVersion")?.values[0], Number.NaN);
  if (!Number.isNaN(version)) return version;
  const comment = /FBX (\d+)\.(\d+)/.exec(String.fromCharCode(...bytes.subarray(0, 100)));
  return comment ? 1000 * Number(comment[1]) + 100 * Number(comment[2]) : LEAST_VERSION;
}

/**
 * The top records of an FBX 7, binary or text.
 * @throws FbxTooOld, or FbxDamage or RangeError if it is damaged.
 */
export function readDocument(bytes: Uint8Array): FbxNode[] {
  const isBinary = String.fromCharCode(...bytes.subarray(0, MAGIC.length)) === MAGIC;
  if (isBinary && versionOf(bytes) < LEAST_VERSION && versionOf(bytes) > 0) throw new FbxTooOld();
  const top = isBinary ? readBinary(bytes) : readText(bytes);
  if (!isBinary && textVersion(top, bytes) < LEAST_VERSION) throw new FbxTooOld();
  if (!top.some(({ name }) => name === "Objects")) throw new FbxDamage("It has no list of objects.");
  return top;
}
