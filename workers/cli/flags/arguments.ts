// The flags of the command line, and their meaning.
import { parseArgs } from "node:util";
import { refuseCommand, refuseInput } from "../status";

/** The default rate for sampling continuous motion, the same for all files, so that scripts get the same frames. */
export const DEFAULT_FPS = 30;

const OPTIONS = {
  out: { type: "string", multiple: true },
  format: { type: "string" },
  report: { type: "string" },
  html: { type: "string" },
  method: { type: "string" },
  methods: { type: "string" },
  init: { type: "string" },
  initialisers: { type: "string" },
  set: { type: "string", multiple: true },
  bones: { type: "string" },
  error: { type: "string" },
  influences: { type: "string" },
  affine: { type: "boolean" },
  rigid: { type: "boolean" },
  smoothness: { type: "string" },
  correction: { type: "string" },
  "correction-fit": { type: "string" },
  patches: { type: "string" },
  locality: { type: "string" },
  reach: { type: "string" },
  "least-patch": { type: "string" },
  spread: { type: "string" },
  "hold-out": { type: "string" },
  mirrored: { type: "boolean" },
  "clip-weight": { type: "string", multiple: true },
  clip: { type: "string", multiple: true },
  fps: { type: "string" },
  rest: { type: "string" },
  seed: { type: "string" },
  iterations: { type: "string" },
  restarts: { type: "string" },
  "as-published": { type: "boolean" },
  seconds: { type: "string" },
  memory: { type: "string" },
  threads: { type: "string" },
  deformer: { type: "string" },
  reference: { type: "string" },
  lambda: { type: "string" },
  kappa: { type: "string" },
  alpha: { type: "string" },
  bind: { type: "string" },
  scheme: { type: "string" },
  laplacian: { type: "string" },
  join: { type: "string" },
  "limb-radius": { type: "boolean" },
  "virtual-bones": { type: "string" },
  bytes: { type: "string" },
  examples: { type: "string" },
  cage: { type: "string" },
  coordinates: { type: "string" },
  blends: { type: "string" },
  "bones-per-virtual": { type: "string" },
  "no-polish": { type: "boolean" },
  poses: { type: "boolean" },
  "test-poses": { type: "boolean" },
  from: { type: "string" },
  by: { type: "string" },
  distance: { type: "string" },
  angle: { type: "string" },
  pair: { type: "string", multiple: true },
  exemplars: { type: "string" },
  clips: { type: "string" },
  proximal: { type: "string" },
  "spine-bones": { type: "string" },
  "optimize-joints": { type: "boolean" },
  "replace-painted": { type: "boolean" },
  root: { type: "string" },
  strict: { type: "boolean" },
  soft: { type: "boolean" },
  pull: { type: "string" },
  "split-still": { type: "boolean" },
  levels: { type: "string" },
  "level-motion": { type: "string" },
  skeleton: { type: "string" },
  solve: { type: "string" },
  helpers: { type: "string" },
  "keep-root": { type: "boolean" },
  "refine-joints": { type: "boolean" },
  "correct-rest": { type: "boolean" },
  "no-limits": { type: "boolean" },
  "lock-weights": { type: "string", multiple: true },
  "lock-motion": { type: "string", multiple: true },
  "may-shift": { type: "string", multiple: true },
  "may-scale": { type: "string", multiple: true },
  "key-tolerance": { type: "string" },
  "key-rate": { type: "string" },
  "root-motion": { type: "string" },
  "close-loops": { type: "boolean" },
  shear: { type: "string" },
  shapes: { type: "string" },
  "shear-helpers": { type: "string" },
  "most-bones": { type: "string" },
  target: { type: "string" },
  compression: { type: "string" },
  "max-bytes": { type: "string" },
  precision: { type: "string" },
  textures: { type: "string" },
  "up-axis": { type: "string" },
  unit: { type: "string" },
  "no-rest-correction": { type: "boolean" },
  command: { type: "string" },
  jobs: { type: "string" },
  shard: { type: "string" },
  "max-error": { type: "string" },
  again: { type: "boolean" },
  list: { type: "boolean" },
  quiet: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

type FlagName = keyof typeof OPTIONS;

const EVERYWHERE = ["threads", "quiet", "help"] as const satisfies FlagName[];
const WRITING = [
  ...EVERYWHERE,
  "out",
  "format",
  "report",
  "clip",
  "fps",
  "rest",
] as const satisfies FlagName[];
// biome-ignore format: as a table.
const EXPORTING = [
  "target", "key-tolerance", "key-rate", "root-motion", "close-loops", "shear", "shear-helpers", "shapes", "most-bones", "compression",
  "precision", "max-bytes", "textures",
] as const satisfies FlagName[];
const SPACE = ["up-axis", "unit"] as const satisfies FlagName[];
// biome-ignore format: as a table.
const SOLVING = [
  ...WRITING, "method", "init", "error", "set", "bones", "influences", "affine", "rigid", "smoothness", "correction", "correction-fit",
  "mirrored", "patches", "locality", "reach", "least-patch", "clip-weight", "hold-out", "seed", "iterations", "restarts", "seconds", "no-rest-correction",
  "as-published",
] as const satisfies FlagName[];
// biome-ignore format: as a table.
const DEFORMING = [
  ...WRITING, "deformer", "iterations", "lambda", "kappa", "alpha", "bind", "scheme", "laplacian", "limb-radius", "join",
] as const satisfies FlagName[];

/** The commands that work on one set of files, and the flags of each. */
// biome-ignore format: as a table.
const FLAGS_OF_ONE: Record<string, readonly FlagName[]> = {
  info: EVERYWHERE,
  decompose: [...SOLVING, ...EXPORTING, ...SPACE, "memory"],
  compare: [...SOLVING, "methods", "initialisers"],
  deform: [...DEFORMING, "reference"],
  bake: [...DEFORMING, ...SPACE, "influences", "method", "poses", "test-poses", "seed"],
  reduce: [...WRITING, ...EXPORTING, ...SPACE, "influences", "method", "examples", "iterations", "seed", "set", "cage", "coordinates", "from"],
  compress: [
    ...WRITING, ...EXPORTING, ...SPACE, "method", "error", "virtual-bones", "bytes", "examples", "blends", "bones-per-virtual",
    "no-polish", "seed",
  ],
  weights: [
    ...WRITING, ...SPACE, "method", "from", "exemplars", "seed", "clips", "iterations", "proximal", "as-published", "influences", "spine-bones",
    "set", "optimize-joints", "replace-painted",
  ],
  transfer: [...WRITING, ...EXPORTING, ...SPACE, "from", "by", "distance", "angle", "pair"],
  skeleton: [
    ...WRITING, ...EXPORTING, ...SPACE, "method", "bones", "influences", "root", "strict", "soft", "pull", "split-still", "set", "levels", "level-motion", "seconds",
    "hold-out", "seed",
  ],
  fit: [
    ...WRITING, ...EXPORTING, ...SPACE, "skeleton", "solve", "helpers", "influences", "iterations", "pull", "spread", "keep-root", "refine-joints",
    "correct-rest", "no-limits", "lock-weights", "lock-motion", "may-shift", "may-scale",
  ],
};

/** The commands, and the flags of each. A batch passes on the flags of other commands. */
export const FLAGS_OF: Record<string, readonly FlagName[]> = {
  ...FLAGS_OF_ONE,
  // A batch would write the page of every job to the same file.
  decompose: [...FLAGS_OF_ONE.decompose, "html"],
  batch: [
    ...new Set(Object.values(FLAGS_OF_ONE).flat()),
    ...(["command", "jobs", "shard", "max-error", "again", "list"] as const),
  ],
};

/** Joins a negative number to the flag before it, so that "-3" is read as its value and not as another flag. */
function joinNegatives(argv: string[]): string[] {
  const joined: string[] = [];
  for (const word of argv) {
    const before = joined.at(-1) ?? "";
    const takesValue = OPTIONS[before.slice(2) as FlagName]?.type === "string";
    if (before.startsWith("--") && takesValue && /^-\.?\d/.test(word)) {
      joined[joined.length - 1] = `${before}=${word}`;
    } else joined.push(word);
  }
  return joined;
}

/**
 * The flags, and the other arguments, which begin with the command. If a flag is repeated, the last value is used, so
 * that scripts can append flags.
 * @throws SinewError with a flag that is unknown or lacks its value.
 */
export function parse(argv: string[]) {
  try {
    return parseArgs({ args: joinNegatives(argv), options: OPTIONS, allowPositionals: true });
  } catch (reason) {
    const [flag] = /-{1,2}[\w-]+/.exec((reason as Error).message) ?? ["A flag"];
    const option = OPTIONS[flag.slice(2) as FlagName];
    if (option === undefined)
      return refuseCommand(`${flag} is not a flag`, "rig <command> --help lists them.");
    return option.type === "string"
      ? refuseCommand(`${flag} needs a value`, `Write the value after ${flag}.`)
      : refuseCommand(`${flag} takes no value`, "Write the flag alone.");
  }
}
export type Flags = ReturnType<typeof parse>["values"];

/** Pairs of flags that exclude each other, with the advice for each pair. */
// biome-ignore format: as a table.
const EXCLUSIVE: readonly [commands: string[], flags: readonly [FlagName, FlagName], instead: string][] = [
  [["decompose"], ["bones", "error"], "Give a number of bones, or an error to reach."],
  [["decompose", "compare"], ["affine", "rigid"], "Bones have one kind: give only one of them."],
  [["skeleton"], ["strict", "soft"], "Joints are strict or soft: give only one of them."],
  [["compress"], ["error", "virtual-bones"], "Give an error to reach, or a number of virtual bones."],
  [["compress"], ["error", "bytes"], "Give an error to reach, or a size."],
  [["compress"], ["virtual-bones", "bytes"], "Give a number of virtual bones, or a size."],
  [["bake"], ["poses", "test-poses"], "A bake uses one kind of frames: give only one of them."],
  [["bake"], ["poses", "clip"], "A bake uses poses or clips: give only one of them."],
  [["bake"], ["test-poses", "clip"], "A bake uses poses or clips: give only one of them."],
];

/**
 * @throws CommandError for flags of another command, which would have no effect here, and for flags that contradict
 * each other.
 */
export function checkFlags(command: string, flags: Flags): void {
  const known = FLAGS_OF[command];
  const foreign = Object.keys(flags).find((name) => !known.includes(name as FlagName));
  if (foreign !== undefined) {
    refuseCommand(`--${foreign} is not a flag of ${command}`, `rig ${command} --help lists them.`);
  }
  for (const [commands, [one, other], instead] of EXCLUSIVE) {
    if (!commands.includes(command) || flags[one] === undefined || flags[other] === undefined) continue;
    refuseCommand(`--${one} and --${other} exclude each other`, instead);
  }
  if (command === "bake" && flags.seed !== undefined && !flags["test-poses"]) {
    refuseCommand(
      "--seed has no use without --test-poses",
      "It draws the test poses: give both, or leave it out.",
    );
  }
}

/** A number within [low, high], or null if the flag is missing. */
export function number(
  flags: Flags,
  name: keyof Flags,
  low: number,
  high: number,
  whole = true,
): number | null {
  const text = flags[name];
  if (typeof text !== "string") return null;
  const value = Number(text);
  const fits = text.trim() !== "" && value >= low && value <= high && (!whole || Number.isInteger(value));
  if (!fits) {
    refuseCommand(
      `--${name} ${text} cannot be used`,
      `It takes a ${whole ? "whole " : ""}number from ${low} to ${high}.`,
    );
  }
  return value;
}

/**
 * One of some words, or null if the flag is missing.
 * @throws CommandError for another word.
 */
export function oneOf<T extends string>(flags: Flags, name: keyof Flags, known: readonly T[]): T | null {
  const text = flags[name];
  if (typeof text !== "string") return null;
  const found = known.find((word) => word === text.toLowerCase());
  const list = `${known.slice(0, -1).join(", ")} or ${known.at(-1)}`;
  return found ?? refuseCommand(`--${name} ${text} cannot be used`, `It takes ${list}.`);
}

/** Indices of the named clips; all if none is named. */
export function clipIndices(
  source: { name: string; clips: { name: string }[] },
  names: string[] | undefined,
): number[] {
  if (!names) return [];
  return names.map((name) => {
    const index = source.clips.findIndex((clip) => clip.name === name);
    if (index < 0) {
      const known = source.clips.map((clip) => clip.name).join(", ");
      refuseInput(`There is no clip named ${name} in ${source.name}`, `Its clips are: ${known}.`);
    }
    return index;
  });
}
