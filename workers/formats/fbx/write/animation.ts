/** Writes clips as animation stacks, with curves that are straight from key to key. */

import type { EulerTrack } from "../../../export/bones/euler-tracks";
import { keyTracks } from "../../../export/bones/key-tracks";
import type { ClipContent } from "../../../export/motion/prepare-clips";
import type { FileRig } from "../../../export/prepare";
import { UniqueNames } from "../../../export/unique-names";
import { degreesOf } from "./nodes";
import { int, plainName, properties, props, record } from "./record";
import type { SceneRecords } from "./scene";
import type { MorphChannel } from "./skin";

/** Ticks in a second. */
export const SECOND = 46_186_158_000;
const LINEAR = 4;
/** The format's data for a key without slopes. The weights are a third each, in ten thousandths. */
const NO_SLOPES = new Float32Array(Uint32Array.of(0, 0, 0x0d050d05, 0).buffer);

const PROPERTIES = { translation: "Lcl Translation", rotation: "Lcl Rotation", scale: "Lcl Scaling" };
const LETTERS = { translation: "T", rotation: "R", scale: "S" };

/** The ticks of a clip's moments. Curves with keys at the same moments share the array. */
class KeyTimes {
  private readonly known = new Map<string, BigInt64Array>();
  private readonly rate: number;

  /** @param rate moments in a second. */
  constructor(rate: number) {
    this.rate = rate;
  }

  ticks(moment: number): bigint {
    return BigInt(Math.round((moment * SECOND) / this.rate));
  }

  of(moments: Uint32Array): BigInt64Array {
    const name = moments.join();
    const times = this.known.get(name) ?? BigInt64Array.from(moments, (m) => this.ticks(m));
    this.known.set(name, times);
    return times;
  }
}

/** Adds clips, each with its layer. */
export class StackWriter {
  private readonly scene: SceneRecords;
  private readonly layer: bigint;
  private readonly times: KeyTimes;
  /** The name and the end of the stack, for the list of takes. */
  readonly name: string;
  readonly end: bigint;

  constructor(scene: SceneRecords, name: string, { tracks }: ClipContent, fps: number) {
    this.scene = scene;
    this.name = name;
    this.times = new KeyTimes(fps * tracks.perFrame);
    this.end = this.times.ticks(tracks.frameCount - 1);
    const stack = scene.add("AnimationStack", name, "", [
      properties(
        props.time("LocalStart", 0n),
        props.time("LocalStop", this.end),
        props.time("ReferenceStart", 0n),
        props.time("ReferenceStop", this.end),
      ),
    ]);
    // Blender names an action after the stack and the layer, or only once if both are equal.
    this.layer = scene.add("AnimationLayer", name, "", []);
    scene.connect(this.layer, stack);
  }

  /** Animates a property of an object by one curve for each of its channels. */
  add(
    object: bigint,
    property: string,
    name: string,
    channels: readonly string[],
    moments: Uint32Array,
    values: readonly Float32Array[],
  ): void {
    const { scene } = this;
    const node = scene.add("AnimationCurveNode", name, "", [
      properties(...channels.map((channel, c) => props.number(`d|${channel}`, values[c][0]))),
    ]);
    scene.connect(node, this.layer);
    scene.connect(node, object, property);
    const times = this.times.of(moments);
    for (const [c, channel] of channels.entries()) {
      const curve = scene.add("AnimationCurve", "", "", [
        record("Default", [values[c][0]]),
        record("KeyVer", [int(4009)]),
        record("KeyTime", [times]),
        record("KeyValueFloat", [values[c]]),
        record("KeyAttrFlags", [Int32Array.of(LINEAR)]),
        record("KeyAttrDataFloat", [NO_SLOPES]),
        record("KeyAttrRefCount", [Int32Array.of(moments.length)]),
      ]);
      scene.connect(curve, node, `d|${channel}`);
    }
  }
}

/** Column c of packed rows of three. */
const column = (values: ArrayLike<number>, c: number) =>
  Float32Array.from({ length: values.length / 3 }, (_, n) => values[3 * n + c]);

const columns = (values: ArrayLike<number>) => [0, 1, 2].map((c) => column(values, c));

function addBoneCurves(
  writer: StackWriter,
  clip: ClipContent,
  number: number,
  nodes: readonly bigint[],
  turns: readonly EulerTrack[],
): void {
  const axes = ["X", "Y", "Z"];
  for (const { node, path, values, frames } of keyTracks(clip.tracks, clip.keys)) {
    const [property, letter] = [PROPERTIES[path], LETTERS[path]];
    if (path !== "rotation") {
      writer.add(nodes[node], property, letter, axes, frames, columns(values));
      continue;
    }
    const { moments, angles } = turns[node].clips[number];
    const degrees = Float64Array.from(moments, () => 0);
    const all = Array.from(degrees, (_, n) => degreesOf(turns[node], angles, 3 * n)).flat();
    writer.add(nodes[node], property, letter, axes, moments, columns(all));
  }
}

/** @param first the clip's first frame among the frames of the file. */
function addShapeCurves(
  writer: StackWriter,
  { frames, tracks }: ClipContent,
  first: number,
  morphs: NonNullable<FileRig["morphs"]>,
  channels: readonly MorphChannel[],
): void {
  const { rank, weights } = morphs;
  const every = Uint32Array.from(frames.keys(), (f) => f * tracks.perFrame);
  for (const { id, shape } of channels) {
    const percent = Float32Array.from(frames, (_, f) => 100 * weights[rank * (first + f) + shape]);
    writer.add(id, "DeformPercent", "DeformPercent", ["DeformPercent"], every, [percent]);
  }
}

/**
 * @param skipped how many of the first clips to leave out.
 * @returns the name and the end of each clip.
 */
export function addClips(
  scene: SceneRecords,
  { clips, sequence, morphs }: FileRig,
  nodes: readonly bigint[],
  turns: readonly EulerTrack[],
  channels: readonly MorphChannel[],
  skipped: number,
): Pick<StackWriter, "name" | "end">[] {
  const names = new UniqueNames();
  let first = 0;
  return clips.slice(skipped).map((clip, n) => {
    const number = skipped + n;
    const writer = new StackWriter(scene, names.take(plainName(clip.name)), clip, sequence.fps);
    addBoneCurves(writer, clip, number, nodes, turns);
    // A kept pose has no correction. Clips have no tracks of weights that do not change.
    if (morphs?.moves && clip.frames.length > 0) addShapeCurves(writer, clip, first, morphs, channels);
    first += clip.frames.length;
    return { name: writer.name, end: writer.end };
  });
}
