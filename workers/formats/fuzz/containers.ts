/** Damage within containers that checksums and packing would otherwise keep out: only what is inside is wrong. */
import { deflateSync, inflateSync, unzipSync, zipSync } from "fflate";
import type { Random } from "../../math/random";
import { crc32 } from "../zip/crc32";
import { BYTE_MUTATORS, joined, type Mutator, mutateJson, pick } from "./mutate";

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const decode = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));

const words = (...values: number[]): Uint8Array => {
  const out = new Uint8Array(4 * values.length);
  const view = new DataView(out.buffer);
  values.forEach((value, n) => {
    view.setUint32(4 * n, value, true);
  });
  return out;
};

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Another description in a GLB of right lengths. */
export const glbJson: Mutator = (bytes, random) => {
  const length = viewOf(bytes).getUint32(12, true);
  const json = decode(bytes.subarray(20, 20 + length));
  mutateJson(json, random);
  const text = encode(json);
  const padded = joined(text, new Uint8Array((4 - (text.length % 4)) % 4).fill(32));
  const rest = bytes.subarray(20 + length);
  const head = words(0x46546c67, 2, 20 + padded.length + rest.length, padded.length, 0x4e4f534a);
  return joined(head, padded, rest);
};

/** Other numbers in a GLB's buffer. */
export const glbBuffer: Mutator = (bytes, random) => {
  const start = 20 + viewOf(bytes).getUint32(12, true) + 8;
  const out = bytes.slice();
  const view = viewOf(out);
  for (let n = 1 + random.integer(4); n > 0; n--) {
    const at = start + 4 * random.integer(Math.max(1, Math.floor((out.length - start) / 4)));
    if (at + 4 > out.length) continue;
    view.setFloat32(
      at,
      pick([Number.NaN, Number.POSITIVE_INFINITY, 1e38, -1e38, 1e-40, 0, 1e6, -1], random),
      true,
    );
  }
  return out;
};

export const jsonText: Mutator = (bytes, random) => {
  const json = decode(bytes);
  mutateJson(json, random);
  return encode(json);
};

/** Damages one entry of a zip, which is packed again, or gives it another name. */
export const zipEntry: Mutator = (bytes, random) => {
  const entries: Record<string, Uint8Array> = unzipSync(bytes);
  const name = pick(Object.keys(entries), random);
  if (random.integer(4) > 0) entries[name] = pick(BYTE_MUTATORS, random)(entries[name], random);
  else {
    const other = pick(
      [`../../${name}`, `/etc/${name}`, `C:\\${name}`, "a".repeat(5000), "", `${name}/`],
      random,
    );
    entries[other] = entries[name];
    delete entries[name];
  }
  return zipSync(entries);
};

const FIXED = 20;

interface SectionRecord {
  size: number;
  packed: number;
  crc: number;
}

/** Another header or other numbers in a project, with checksums that are right. */
export const project: Mutator = (bytes, random: Random) => {
  const headerLength = viewOf(bytes).getUint32(12, true);
  const header = decode(bytes.subarray(FIXED, FIXED + headerLength));
  const records: SectionRecord[] = header.sections;
  let at = FIXED + headerLength;
  const sections = records.map(({ packed }) => bytes.subarray(at, (at += packed)));
  if (random.next() < 0.5) mutateJson(header, random);
  else {
    const s = random.integer(sections.length);
    const inside = inflateSync(sections[s]);
    const damaged = pick(BYTE_MUTATORS, random)(inside, random);
    sections[s] = deflateSync(
      random.next() < 0.8 ? joined(damaged, inside).slice(0, inside.length) : damaged,
    );
    records[s].packed = sections[s].length;
    records[s].crc = crc32(sections[s]);
  }
  const text = encode(header);
  return joined(bytes.subarray(0, 12), words(text.length, crc32(text)), text, ...sections);
};
