/** The bones of a humanoid as engines name them (VRM 1.0, Unity's Humanoid), and whether a body has them. */
import type { BodyPlan } from "../body-plan";
import type { BoneRole } from "./bone-roles";

/** Keys as in VRM 1.0. Unity's names are the same with a capital, except for the thumbs. */
const REQUIRED = [
  ...["hips", "spine", "head"],
  ...["UpperLeg", "LowerLeg", "Foot", "UpperArm", "LowerArm", "Hand"].flatMap((part) => [
    `left${part}`,
    `right${part}`,
  ]),
];

const LIMBS: Record<string, string> = {
  clavicle: "Shoulder",
  upperarm: "UpperArm",
  forearm: "LowerArm",
  hand: "Hand",
  thigh: "UpperLeg",
  shin: "LowerLeg",
  foot: "Foot",
  toe: "Toes",
  eye: "Eye",
};
const FINGERS: Record<string, string> = {
  thumb: "Thumb",
  index: "Index",
  middle: "Middle",
  ring: "Ring",
  pinky: "Little",
};
const PIECES = ["Proximal", "Intermediate", "Distal"];
const THUMB = ["Metacarpal", "Proximal", "Distal"];

/** Plain words for the bones that a humanoid needs, for the message about missing ones. */
const PARTS: [key: RegExp, words: string][] = [
  [/^hips$/, "hips"],
  [/^spine$/, "a spine between hips and neck"],
  [/^head$/, "a head"],
  [/(Upper|Lower)Leg$/, "two bones in each leg"],
  [/Foot$/, "feet"],
  [/(Upper|Lower)Arm$/, "two bones in each arm"],
  [/Hand$/, "hands"],
];

export interface HumanoidMap {
  /** The bone for each VRM key. */
  bones: ReadonlyMap<string, number>;
  /** A sentence about why engines cannot use the body as a humanoid and what to do; null if they can. */
  problem: string | null;
}

/** Maps a body to the bones of a humanoid. */
export function humanoidMap(plan: BodyPlan, roles: readonly (BoneRole | null)[]): HumanoidMap {
  if (plan.kind !== "biped") {
    return {
      bones: new Map(),
      problem: `This is ${KINDS[plan.kind]}. Engines' humanoids have two legs.`,
    };
  }
  const bones = new Map<string, number>();
  const stems = (stem: string) =>
    [...roles.keys()].filter((j) => roles[j]?.stem === stem && !roles[j]?.isEnd);
  const inOrder = (all: number[]) => all.sort((a, b) => (roles[a]?.number ?? 0) - (roles[b]?.number ?? 0));
  const put = (key: string, j: number | undefined) => j !== undefined && bones.set(key, j);
  put("hips", stems("pelvis")[0]);
  const back = [...inOrder(stems("spine")), ...stems("chest")];
  put("spine", back[0]);
  if (back.length > 1) put("chest", back[back.length > 2 ? Math.floor((back.length - 1) / 2) : 1]);
  if (back.length > 2) put("upperChest", back[back.length - 1]);
  put("neck", inOrder(stems("neck"))[0]);
  put("head", stems("head")[0]);
  put("jaw", inOrder(stems("jaw"))[0]);
  for (const [side, word] of [
    ["L", "left"],
    ["R", "right"],
  ]) {
    const of = (stem: string) => inOrder(stems(stem).filter((j) => roles[j]?.side === side));
    for (const [stem, part] of Object.entries(LIMBS)) put(word + part, of(stem)[0]);
    for (const [stem, finger] of Object.entries(FINGERS)) {
      // If a finger has more than three bones, the first ones are in the palm.
      const pieces = of(stem).slice(-3);
      const names = stem === "thumb" ? THUMB.slice(-pieces.length) : PIECES;
      pieces.forEach((j, n) => {
        put(word + finger + names[n], j);
      });
    }
  }
  return { bones, problem: problemOf(plan, bones) };
}

const KINDS = {
  quadruped: "a quadruped",
  "many-legged": "an animal with more than two pairs of legs",
  limbless: "a body without legs and arms",
};

function problemOf({ bones: own }: BodyPlan, bones: ReadonlyMap<string, number>): string | null {
  const missing = REQUIRED.filter((key) => !bones.has(key));
  if (missing.length > 0) {
    const parts = PARTS.filter(([key]) => missing.some((each) => key.test(each))).map(([, words]) => words);
    return `It lacks ${listed(parts)}, which engines' humanoids need. Name or add these bones first.`;
  }
  const isBelow = (j: number, above: number) => {
    for (let at = j; at >= 0; at = own[at].parent) if (at === above) return true;
    return false;
  };
  const hips = bones.get("hips")!;
  const apart = REQUIRED.map((key) => bones.get(key)!).find((j) => !isBelow(j, hips));
  if (apart === undefined) return null;
  const { name } = own[hips];
  return `${own[apart].name} is not below ${name}, the hips. Make ${name} the root first.`;
}

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;

/** The names of an engine's humanoid, by index of the bone. */
export function humanNames({ bones }: HumanoidMap, engine: "vrm" | "unity"): Map<number, string> {
  const names = [...bones].map(([key, j]): [number, string] => [j, engine === "vrm" ? key : inUnity(key)]);
  return new Map(names);
}

const inUnity = (key: string) =>
  (key[0].toUpperCase() + key.slice(1))
    .replace("ThumbProximal", "ThumbIntermediate")
    .replace("ThumbMetacarpal", "ThumbProximal");
