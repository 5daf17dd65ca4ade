import type { Accessor, Animation, AnimationChannel, Document, Node } from "@gltf-transform/core";

type TargetPath = Parameters<AnimationChannel["setTargetPath"]>[0];

/** Fills one animation of a document: channels with keys on every frame, on the first and the last, or on the first. */
export class ClipWriter {
  private readonly document: Document;
  private readonly animation: Animation;
  private readonly frameCount: number;
  private readonly fps: number;
  private readonly times: (seconds: Float32Array) => Accessor;
  /** Channels with the same number of keys share their times. */
  private readonly inputs = new Map<number, Accessor>();

  /** @param times makes the accessor of keys' times, in seconds. */
  constructor(
    document: Document,
    clip: { name: string; frameCount: number; fps: number },
    times: (seconds: Float32Array) => Accessor,
  ) {
    this.document = document;
    this.animation = document.createAnimation(clip.name);
    this.frameCount = clip.frameCount;
    this.fps = clip.fps;
    this.times = times;
  }

  /** Animates a property of all `nodes` alike, linearly between keys. */
  add(nodes: readonly Node[], path: TargetPath, keys: number, output: Accessor): void {
    const sampler = this.document
      .createAnimationSampler()
      .setInput(this.input(keys))
      .setOutput(output)
      .setInterpolation("LINEAR");
    this.animation.addSampler(sampler);
    for (const node of nodes) {
      const channel = this.document.createAnimationChannel().setSampler(sampler).setTargetNode(node);
      this.animation.addChannel(channel.setTargetPath(path));
    }
  }

  private input(keys: number): Accessor {
    const known = this.inputs.get(keys);
    if (known) return known;
    const last = (this.frameCount - 1) / this.fps;
    const made = this.times(
      Float32Array.from({ length: keys }, (_, k) => (keys === this.frameCount ? k / this.fps : k * last)),
    );
    this.inputs.set(keys, made);
    return made;
  }
}
