import { asShare, type Material } from "../../model/mesh/appearance";
import { plainMaterial } from "../assemble/polygon-mesh";

/** An image of a material, with the options of its line. */
export interface MtlMap {
  path: string;
  /** Scale and offset of the UVs, u and v, v from the bottom. */
  scale: [number, number];
  offset: [number, number];
  clamp: boolean;
  /** The strength of a bump map. */
  strength: number;
}

const MAPS = {
  map_kd: "baseColour",
  map_ke: "emissive",
  map_bump: "normal",
  bump: "normal",
  norm: "normal",
  map_kn: "normal",
  map_pr: "roughness",
  map_pm: "metallic",
  map_d: "alpha",
} as const;
export type MtlSlot = (typeof MAPS)[keyof typeof MAPS];

/** A material of a library, before its images are searched. */
export interface MtlMaterial {
  material: Material;
  maps: Partial<Record<MtlSlot, MtlMap>>;
  /** Keywords of maps without a counterpart: "map_Ks". */
  others: string[];
  /** Keywords of values without a counterpart: "Ks". */
  unread: string[];
}

/** A material while its lines are read, with the values that may have no counterpart. */
interface OpenMaterial extends MtlMaterial {
  asides: { keyword: string; numbers: number[] }[];
}

/** Values that no exported file can hold. Ambient light and the number of a lighting model are not missed. */
const UNREAD = /^(ks|tf|ni|ps|pc|pcr|aniso|anisor|sharpness)$/;
/** The index of refraction of glTF's surfaces, which reflect 4 % of the light. */
const PLAIN_INDEX = 1.5;
/** The specular value of such surfaces: the middle of Blender's scale. */
const PLAIN_SPECULAR = 0.5;

/** The specular colour that colour and metalness stand for. Writers add it for programs that read nothing else. */
export const specularOf = ({ baseColour, metallic = 0 }: Material): number[] =>
  baseColour.slice(0, 3).map((x) => PLAIN_SPECULAR * (1 - metallic) + x * metallic);

/**
 * Whether a value adds nothing to a material: a black highlight, light that is not refracted, or what follows from its
 * other values.
 */
function hasNoEffect(material: Material, word: string, numbers: readonly number[]): boolean {
  const are = (values: readonly number[]) => numbers.every((x, n) => Math.abs(x - values[n]) < 1e-4);
  if (word === "ks" && are(specularOf(material))) return true;
  const idle = { ni: [1, PLAIN_INDEX], tf: [1] }[word] ?? [0];
  return idle.some((value) => numbers.every((x) => x === value));
}

/** The most numbers that follow an option of a map. The name of a file is never one of them. */
const OPTIONS: Record<string, number> = {
  "-s": 3,
  "-o": 3,
  "-t": 3,
  "-mm": 2,
  "-bm": 1,
  "-boost": 1,
  "-texres": 1,
};
/** Options with one word. */
const WORDS = new Set(["-blendu", "-blendv", "-clamp", "-cc", "-imfchan", "-type"]);

/** The file and the options of a map's line. */
function parseMap(words: readonly string[]): MtlMap | null {
  const map: MtlMap = { path: "", scale: [1, 1], offset: [0, 0], clamp: false, strength: 1 };
  let at = 0;
  for (let option = words[at]?.toLowerCase(); at < words.length - 1; option = words[at]?.toLowerCase()) {
    if (WORDS.has(option)) {
      if (option === "-clamp") map.clamp = words[at + 1].toLowerCase() === "on";
      at += 2;
      continue;
    }
    const most = OPTIONS[option];
    if (most === undefined) break;
    const numbers: number[] = [];
    // The last word is the file, even if it looks like a number.
    for (at++; numbers.length < most && at < words.length - 1; at++) {
      const x = Number(words[at]);
      if (!Number.isFinite(x)) break;
      numbers.push(x);
    }
    const [x, y] = numbers;
    if (x === undefined) continue;
    if (option === "-s") map.scale = [x, y ?? 1];
    if (option === "-o") map.offset = [x, y ?? 0];
    if (option === "-bm") map.strength = x;
  }
  // Some programs put names with spaces in quotes.
  map.path = words
    .slice(at)
    .join(" ")
    .replace(/^"(.*)"$/, "$1");
  return map.path === "" ? null : map;
}

/** Blender's rule between Phong's exponent and roughness. */
const roughnessOf = (exponent: number): number => 1 - Math.sqrt(asShare(exponent / 1000));

/** Sets one value of a material. Returns false if the line is not understood. */
function setValue({ material }: MtlMaterial, word: string, numbers: number[]): void {
  const isShare = numbers.every((x) => x >= 0 && x <= 1);
  const [x] = numbers;
  const setAlpha = (alpha: number) => {
    material.baseColour[3] = alpha;
    if (alpha < 1) material.alpha = "blend";
    else delete material.alpha;
  };
  if (numbers.length === 3) {
    if (word === "kd" && isShare) material.baseColour.splice(0, 3, ...numbers);
    if (word === "ke" && numbers.every((c) => c >= 0 && Number.isFinite(c)) && numbers.some((c) => c > 0))
      material.emissive = [numbers[0], numbers[1], numbers[2]];
  }
  if (numbers.length !== 1 || !(x >= 0)) return;
  if (word === "d" && isShare) setAlpha(x);
  if (word === "tr" && isShare) setAlpha(1 - x);
  if (word === "pr" && isShare) material.roughness = x;
  if (word === "pm" && isShare) material.metallic = x;
  if (word === "ns" && material.roughness === undefined) material.roughness = roughnessOf(x);
}

/**
 * The materials of a Wavefront library by name (Wavefront, "MTL material format", with the extension for physical
 * materials: Pr, Pm, norm). Colours are taken as linear, as Blender and Maya write them. Lines that are not understood
 * are skipped, because a colour is not worth an error.
 */
export function parseMaterials(text: string): Map<string, MtlMaterial> {
  const materials = new Map<string, OpenMaterial>();
  let current: OpenMaterial | null = null;
  for (const line of text.split(/\r?\n/)) {
    const [keyword, ...words] = line.trim().split(/\s+/);
    const word = keyword.toLowerCase();
    if (word === "newmtl") {
      const material = plainMaterial(line.trim().slice(6).trim());
      current = { material, maps: {}, others: [], unread: [], asides: [] };
      materials.set(current.material.name, current);
    } else if (current && Object.hasOwn(MAPS, word)) {
      const map = parseMap(words);
      if (map) current.maps[MAPS[word as keyof typeof MAPS]] = map;
    } else if (current && /^(map_|refl$|disp$|decal$)/.test(word)) current.others.push(keyword);
    else if (current) {
      const numbers = words.map(Number);
      if (UNREAD.test(word)) current.asides.push({ keyword, numbers });
      else setValue(current, word, numbers);
    }
  }
  // What a value adds is known at the end: colour and metalness may follow it.
  for (const { material, unread, asides } of materials.values()) {
    for (const { keyword, numbers } of asides)
      if (!hasNoEffect(material, keyword.toLowerCase(), numbers)) unread.push(keyword);
  }
  return materials;
}
