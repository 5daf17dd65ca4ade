/** Styles of writing names of bones, and suggested names for all bones of a rig. */
import type { Bone } from "../../../model/rig/rig";
import type { BoneRole } from "./bone-roles";

export type NameStyle = "underscore" | "dot" | "words" | "unreal" | "unity" | "vrm";

/** The endings that a style gives to the two sides, for menus. */
export const STYLE_ENDINGS: Record<NameStyle, string> = {
  underscore: "_L _R",
  dot: ".L .R",
  words: "Left… Right…",
  unreal: "_l _r",
  unity: "Left… Right…",
  vrm: "left… right…",
};

/** Whether a style has an engine's own names, which only fit humanoids. */
export const isHumanoidStyle = (style: NameStyle): boolean =>
  style === "unreal" || style === "unity" || style === "vrm";

const WORDS: Record<string, string> = { upperarm: "UpperArm", forearm: "ForeArm" };
const UNREAL: Record<string, string> = { forearm: "lowerarm", shin: "calf", toe: "ball", chest: "spine" };

const two = (n: number) => String(n).padStart(2, "0");
const capital = (word: string) => word[0].toUpperCase() + word.slice(1);

function parted({ stem, number, side, isEnd }: BoneRole, separator: string): string {
  return `${stem}${number ? `_${two(number)}` : ""}${isEnd ? "_end" : ""}${side ? separator + side : ""}`;
}

function inWords({ stem, number, side, isEnd }: BoneRole): string {
  const word = WORDS[stem] ?? capital(stem);
  return `${side === "L" ? "Left" : side === "R" ? "Right" : ""}${word}${number ? two(number) : ""}${isEnd ? "End" : ""}`;
}

/** Unreal's mannequin numbers its neck and fingers even if there is only one, and its spine up to the chest. */
const NUMBERED = new Set(["spine", "neck", "thumb", "index", "middle", "ring", "pinky"]);

function inUnreal(role: BoneRole, spines: number): string {
  const stem = UNREAL[role.stem] ?? role.stem;
  const number = role.stem === "chest" ? spines + 1 : (role.number ?? (NUMBERED.has(stem) ? 1 : null));
  const written = parted({ ...role, stem, number }, "_");
  return role.side ? written.slice(0, -1) + role.side.toLowerCase() : written;
}

/**
 * A unique name for each bone. Bones without a role and bones in `keep` keep their names. If two would have the same
 * name, the later one gets a number.
 * @param human names of an engine's humanoid by bone, for humanoid styles.
 */
export function suggestedNames(
  bones: readonly Bone[],
  roles: readonly (BoneRole | null)[],
  style: NameStyle,
  human: ReadonlyMap<number, string> = new Map(),
  keep: (j: number) => boolean = () => false,
): string[] {
  const spines = roles.filter((role) => role?.stem === "spine").length;
  const wish = (role: BoneRole, j: number): string => {
    const known = human.get(j);
    if (known && (style === "unity" || style === "vrm")) return known;
    if (style === "unreal") return inUnreal(role, spines);
    if (style === "underscore" || style === "dot") return parted(role, style === "dot" ? "." : "_");
    return style === "vrm" ? inWords(role).replace(/^./, (c) => c.toLowerCase()) : inWords(role);
  };
  const stays = (j: number) => roles[j] === null || keep(j);
  const taken = new Set(bones.filter((_, j) => stays(j)).map(({ name }) => name));
  return bones.map(({ name }, j) => {
    const role = roles[j];
    if (role === null || stays(j)) return name;
    const wanted = wish(role, j);
    let free = wanted;
    for (let n = 2; taken.has(free); n++) free = `${wanted}_${two(n)}`;
    taken.add(free);
    return free;
  });
}
