/** Writes clips as SkelAnimation prims. Time codes are frames. */
import { keyTracks } from "../../../export/bones/key-tracks";
import type { ClipContent } from "../../../export/motion/prepare-clips";
import type { FileRig } from "../../../export/prepare";
import { Identifiers } from "./identifiers";
import type { UsdJoints } from "./skeleton-prim";
import { displayName, list, tokens, tuples, type UsdPrim } from "./text";

/** A clip on a timeline. */
interface Placed {
  clip: ClipContent;
  /** The time code of its first frame. */
  start: number;
  /** Its first frame among the frames of the file. */
  firstFrame: number;
}

type Path = "translation" | "rotation" | "scale";

const lastFrame = ({ tracks }: ClipContent): number => (tracks.frameCount - 1) / tracks.perFrame;

/** All clips, one after the other. */
export function placedClips({ clips }: FileRig): Placed[] {
  let [start, firstFrame] = [0, 0];
  return clips.map((clip) => {
    const placed = { clip, start, firstFrame };
    start += lastFrame(clip) + 1;
    firstFrame += clip.frames.length;
    return placed;
  });
}

export const endOf = ({ clip, start }: Placed): number => start + lastFrame(clip);

/** The values of a joint that does not move. */
const STILL = { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] };

/** The values of all joints at a moment, as a list of tuples. */
function valuesAt({ tracks }: ClipContent, { lead }: UsdJoints, path: Path, moment: number): string {
  const { nodeCount, translations, rotations, scales } = tracks;
  const still = STILL[path];
  const width = still.length;
  const all = { translation: translations, rotation: rotations, scale: scales }[path];
  const row = all?.subarray(width * nodeCount * moment, width * nodeCount * (moment + 1));
  const values = [...(lead ? still : []), ...(row ?? Array.from({ length: nodeCount }, () => still).flat())];
  // In text the real part of a quaternion comes first.
  if (path === "rotation")
    return tuples(
      values.map((_, c) => values[c % 4 === 0 ? c + 3 : c - 1]),
      width,
    );
  return tuples(values, width);
}

/** The moments of a clip at which some node has a key of a path; only the first if nothing changes. */
function keyMoments({ tracks, keys }: ClipContent, path: Path): number[] {
  const moments = new Set([0]);
  for (const track of keyTracks(tracks, keys)) {
    if (track.path === path) for (const moment of track.frames) moments.add(moment);
  }
  return [...moments].sort((a, b) => a - b);
}

/**
 * A property with one sample if it does not change, otherwise with samples at all keys and at the ends of every clip.
 */
function sampled(declaration: string, samples: [time: number, value: string][]): string[] {
  if (samples.every(([, value]) => value === samples[0][1])) return [`${declaration} = ${samples[0][1]}`];
  return [`${declaration}.timeSamples = {`, ...samples.map(([time, value]) => `    ${time}: ${value},`), "}"];
}

function curve(declaration: string, joints: UsdJoints, placed: readonly Placed[], path: Path): string[] {
  const samples = placed.flatMap(({ clip, start }) => {
    const { frameCount, perFrame } = clip.tracks;
    const moments = new Set([...keyMoments(clip, path), frameCount - 1]);
    return [...moments].map((moment): [number, string] => [
      start + moment / perFrame,
      valuesAt(clip, joints, path, moment),
    ]);
  });
  return sampled(declaration, samples);
}

/** Identifiers of the morph targets. */
export function shapeNames({ morphs }: FileRig): string[] {
  const identifiers = new Identifiers();
  return (morphs?.names ?? []).map((name) => identifiers.take(name, "shape"));
}

/** Whether the rest pose has a weight other than 0, which only an animation can set. */
export const restsShaped = ({ morphs }: FileRig): boolean =>
  morphs?.restWeights.some((weight) => weight !== 0) ?? false;

function shapeWeights({ morphs }: FileRig, placed: readonly Placed[]): string[] {
  if (!morphs) return [];
  const { rank, weights } = morphs;
  const samples = placed.flatMap(({ clip, start, firstFrame }) =>
    clip.frames.map((_, k): [number, string] => {
      const at = rank * (firstFrame + k);
      return [start + k, list(weights.subarray(at, at + rank))];
    }),
  );
  return sampled("float[] blendShapeWeights", samples);
}

function animationPrim(
  content: FileRig,
  joints: UsdJoints,
  name: string,
  placed: readonly Placed[],
): UsdPrim {
  // The program that plays the clip can set weights that stay 0.
  const shapes = content.morphs?.moves || restsShaped(content) ? shapeNames(content) : [];
  return {
    type: "SkelAnimation",
    name,
    properties: [
      `uniform token[] joints = ${tokens(joints.paths)}`,
      ...(shapes.length > 0 ? [`uniform token[] blendShapes = ${tokens(shapes)}`] : []),
      ...curve("float3[] translations", joints, placed, "translation"),
      ...curve("quatf[] rotations", joints, placed, "rotation"),
      ...curve("half3[] scales", joints, placed, "scale"),
      ...(shapes.length > 0 ? shapeWeights(content, placed) : []),
    ],
  };
}

/**
 * One prim for each clip, from time 0. If there are several clips, the first prim has all of them one after the other,
 * because a skeleton plays only one animation.
 */
export function animationPrims(content: FileRig, joints: UsdJoints): UsdPrim[] {
  const placed = placedClips(content);
  const identifiers = new Identifiers();
  const all =
    placed.length > 1 ? [animationPrim(content, joints, identifiers.take("AllClips", ""), placed)] : [];
  const single = placed.map((one) => {
    const prim = animationPrim(content, joints, identifiers.take(one.clip.name, "clip"), [
      { ...one, start: 0 },
    ]);
    return { ...prim, metadata: displayName(prim.name, one.clip.name) };
  });
  return [...all, ...single];
}
