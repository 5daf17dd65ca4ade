import { uniform } from "three/tsl";
import {
  type BufferGeometry,
  Group,
  Mesh,
  type NodeMaterial,
  Vector3,
  type WebGPURenderer,
} from "three/webgpu";
import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";
import type { OnionSkin } from "../../document/view-state";
import { type PositionsOf, SourcePass } from "../deform/passes/source-pass";
import { onionMaterial } from "./materials/ghost-material";

/** A source frame to draw as a ghost. */
export interface GhostFrame {
  frame: number;
  /** Its number, counted from the shown frame: negative before it, positive after it. */
  step: number;
}

/** Linear RGB, darker on light backgrounds. Earlier frames are blue and later ones orange, as in other programs. */
const TINTS = {
  dark: { before: [0.2, 0.52, 1], after: [1, 0.46, 0.14] },
  light: { before: [0.03, 0.16, 0.62], after: [0.62, 0.16, 0.01] },
} as const;

/** The ghosts around frame `k` that are in the sequence, nearest first. */
export function ghostFrames(
  { on, before, after, spacing }: OnionSkin,
  k: number,
  frameCount: number,
): GhostFrame[] {
  if (!on) return [];
  const shown = Math.floor(k);
  const steps = [
    ...Array.from({ length: before }, (_, n) => -(n + 1)),
    ...Array.from({ length: after }, (_, n) => n + 1),
  ];
  return steps
    .map((step) => ({ step, frame: shown + step * spacing }))
    .filter(({ frame }) => frame >= 0 && frame < frameCount)
    .sort((a, b) => Math.abs(a.step) - Math.abs(b.step));
}

interface Ghost {
  pass: SourcePass;
  mesh: Mesh;
  tint: Vector3;
  strength: { value: number };
}

/** Draws frames of the source as ghosts. They share topology. The pass of each runs when its frame changes. */
export class OnionSkins {
  readonly group = new Group();
  private readonly sequence: SequenceMesh;
  private readonly geometry: BufferGeometry;
  private readonly like: SourcePass;
  private readonly positionsOf: PositionsOf;
  private readonly ghosts: Ghost[] = [];
  private light = false;

  constructor(sequence: SequenceMesh, geometry: BufferGeometry, positionsOf: PositionsOf, like: SourcePass) {
    this.sequence = sequence;
    this.positionsOf = positionsOf;
    this.geometry = geometry;
    this.like = like;
    this.group.visible = false;
  }

  setTheme(light: boolean): void {
    this.light = light;
  }

  /** Poses the ghosts for the next picture. */
  update(renderer: WebGPURenderer, frames: readonly GhostFrame[]): void {
    const tints = TINTS[this.light ? "light" : "dark"];
    for (let n = this.ghosts.length; n < frames.length; n++) this.ghosts.push(this.make());
    this.ghosts.forEach(({ pass, mesh, tint, strength }, n) => {
      const ghost = frames[n];
      mesh.visible = ghost !== undefined;
      if (!ghost) return;
      pass.setFrame(ghost.frame);
      pass.update(renderer);
      tint.fromArray(tints[ghost.step < 0 ? "before" : "after"]);
      strength.value = 1 / Math.abs(ghost.step) ** 0.7;
      mesh.renderOrder = 12 - Math.abs(ghost.step) / 10;
    });
  }

  private make(): Ghost {
    const pass = new SourcePass(this.sequence, this.positionsOf, this.like);
    const tint = uniform(new Vector3());
    const strength = uniform(1);
    const mesh = new Mesh(this.geometry, onionMaterial(pass.target, tint, strength));
    mesh.frustumCulled = false;
    this.group.add(mesh);
    this.group.updateMatrixWorld();
    return { pass, mesh, tint: tint.value, strength };
  }

  dispose(): void {
    for (const { pass, mesh } of this.ghosts) {
      (mesh.material as NodeMaterial).dispose();
      pass.dispose();
    }
    this.ghosts.length = 0;
    this.group.removeFromParent();
  }
}
