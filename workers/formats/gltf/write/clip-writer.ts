import type { Accessor, Animation, AnimationChannel, Document, Node } from "@gltf-transform/core";

type TargetPath = Parameters<AnimationChannel["setTargetPath"]>[0];

/** Fills one animation of a document: channels with keys on all or some of the clip's frames. */
export class ClipWriter {
  private readonly document: Document;
  private readonly animation: Animation;
  private readonly frameCount: number;
  private readonly fps: number;
  private readonly times: (seconds: Float32Array) => Accessor;
  /** Accessors of times, which channels with keys on the same frames share. */
  private readonly inputs = new Map<string, Accessor>();

  /** @param times makes the accessor of the keys' times, in seconds. */
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

  /** Animates a property of all `nodes` in the same way, linearly between keys on `frames`. The first frame is 0. */
  add(nodes: readonly Node[], path: TargetPath, frames: Uint32Array, output: Accessor): void {
    const sampler = this.document
      .createAnimationSampler()
      .setInput(this.input(frames))
      .setOutput(output)
      .setInterpolation("LINEAR");
    this.animation.addSampler(sampler);
    for (const node of nodes) {
      const channel = this.document.createAnimationChannel().setSampler(sampler).setTargetNode(node);
      this.animation.addChannel(channel.setTargetPath(path));
    }
  }

  private input(frames: Uint32Array): Accessor {
    const name = frames.length === this.frameCount ? "all" : frames.join();
    const known = this.inputs.get(name);
    if (known) return known;
    const made = this.times(Float32Array.from(frames, (f) => f / this.fps));
    this.inputs.set(name, made);
    return made;
  }
}
