// Reads and checks the flags of a command line.
import { parseArgs } from "node:util";
import { refuseCommand, refuseInput } from "../status";
import { FLAG_OPTIONS, FLAGS_OF, type FlagName } from "./flag-table";
import { nearestWord } from "./nearest-word";

/** Joins a negative number to the flag before it, so that "-3" is read as its value and not as another flag. */
function joinNegatives(argv: string[]): string[] {
  const joined: string[] = [];
  for (const word of argv) {
    const before = joined.at(-1) ?? "";
    const takesValue = FLAG_OPTIONS[before.slice(2) as FlagName]?.type === "string";
    if (before.startsWith("--") && takesValue && /^-\.?\d/.test(word)) {
      joined[joined.length - 1] = `${before}=${word}`;
    } else joined.push(word);
  }
  return joined;
}

/** Names the flag that was probably meant, one of the command's own. */
function refuseUnknown(flag: string, argv: readonly string[]): never {
  const command = argv.find((word) => Object.hasOwn(FLAGS_OF, word));
  const own = command === undefined ? Object.keys(FLAG_OPTIONS) : FLAGS_OF[command];
  const meant = nearestWord(flag.replace(/^-+/, ""), own);
  const help = `rig ${command ?? "<command>"} --help lists them.`;
  return refuseCommand(`${flag} is not a flag`, meant ? `Did you mean --${meant}? ${help}` : help);
}

/**
 * The flags, and the other arguments, which begin with the command. If a flag is repeated, the last value is used, so
 * that scripts can append flags.
 * @throws SinewError with a flag that is unknown or lacks its value.
 */
export function parse(argv: string[]) {
  try {
    return parseArgs({ args: joinNegatives(argv), options: FLAG_OPTIONS, allowPositionals: true });
  } catch (reason) {
    const [flag] = /-{1,2}[\w-]+/.exec((reason as Error).message) ?? ["A flag"];
    const option = FLAG_OPTIONS[flag.slice(2) as FlagName];
    if (option === undefined) return refuseUnknown(flag, argv);
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
