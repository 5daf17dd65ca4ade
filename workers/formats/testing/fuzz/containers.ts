/** Damages the content of containers and makes checksums and packing valid again, so that only the content is wrong. */
import { deflateSync, inflateSync, unzipSync, zipSync } from "fflate";
import type { Random } from "../../../math/random";
import { dataView } from "../../source/data-view";
import { crc32 } from "../../zip/crc32";
import { decodeJson, encodeJson, glbOf, glbParts, words } from "./glb-parts";
import { BYTE_MUTATORS, joined, type Mutator, mutateJson, pick } from "./mutate";
import { floatWords, nudgeJson } from "./payload";

/** Changes the JSON in a GLB, with correct lengths. */
export const glbJson: Mutator = (bytes, random) => {
  const { json, rest } = glbParts(bytes);
  mutateJson(json, random);
  return glbOf(json, rest);
};

/** Changes numbers and names in the JSON, but not its structure. */
export const glbNudged: Mutator = (bytes, random) => {
  const { json, rest } = glbParts(bytes);
  nudgeJson(json, random);
  return glbOf(json, rest);
};

/** Changes numbers in a GLB's buffer. */
export const glbBuffer: Mutator = (bytes, random) => {
  const { start } = glbParts(bytes);
  const out = bytes.slice();
  const view = dataView(out);
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

export const jsonPart: Mutator = (bytes, random) => {
  const json = decodeJson(bytes);
  mutateJson(json, random);
  return encodeJson(json);
};

export const jsonNudged: Mutator = (bytes, random) => {
  const json = decodeJson(bytes);
  nudgeJson(json, random);
  return encodeJson(json);
};

/** Damages one entry of a zip and packs it again, or renames it. */
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
const GENTLE = new Array(BYTE_MUTATORS.length).fill(floatWords(true));

interface SectionRecord {
  size: number;
  packed: number;
  crc: number;
}

/** Changes the header or numbers of a project, with correct checksums. */
export const project: Mutator = (bytes, random: Random) => {
  const headerLength = dataView(bytes).getUint32(12, true);
  const header = decodeJson(bytes.subarray(FIXED, FIXED + headerLength)) as { sections: SectionRecord[] };
  const records = header.sections;
  let at = FIXED + headerLength;
  const sections = records.map(({ packed }) => bytes.subarray(at, (at += packed)));
  const kind = random.next();
  if (kind < 0.3) mutateJson(header, random);
  else if (kind < 0.5) nudgeJson(header, random);
  else {
    const s = random.integer(sections.length);
    const inside = inflateSync(sections[s]);
    const damaged = pick([...BYTE_MUTATORS, ...GENTLE], random)(inside, random);
    sections[s] = deflateSync(
      random.next() < 0.8 ? joined(damaged, inside).slice(0, inside.length) : damaged,
    );
    records[s].packed = sections[s].length;
    records[s].crc = crc32(sections[s]);
  }
  const text = encodeJson(header);
  return joined(bytes.subarray(0, 12), words(text.length, crc32(text)), text, ...sections);
};
