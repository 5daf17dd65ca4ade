import type { WebGPURenderer } from "three/webgpu";
import type { Surface } from "../../../workers/geometry/vertex-fans";
import type { DeformerKind } from "../../../workers/model/deform";
import type { GpuWeights } from "../deform/data/gpu-weights";
import { createPass } from "../deform/passes/create-pass";
import type { DeformerPass, PassData } from "../deform/passes/deformer-pass";
import { type CandidateMesh, isCandidate } from "../views/views";
import type { ShownPose } from "./poses/shown-pose";

export type DeformerName = DeformerKind | CandidateMesh;

/** A deformer, and its last inputs. */
interface Deformer {
  pass: DeformerPass;
  data: PassData | null;
  /** Whether it can pose from the data. */
  able: boolean;
  matrices: Float32Array | null;
  /** Whether the last pose was the rest pose. */
  atRest: boolean;
}

/** The inputs of a deformer that change from picture to picture. */
interface PoseInputs {
  shown: ShownPose;
  /** The weights of a stroke. They belong to the rig, not to a candidate. */
  live: GpuWeights | null;
  /** Whether the mesh is at rest with any weights. */
  atRest: boolean;
}

/** The deformers of one surface, each created on first use. */
export class Deformers {
  private readonly surface: Surface;
  private readonly made = new Map<DeformerName, Deformer>();

  constructor(surface: Surface) {
    this.surface = surface;
  }

  private of(name: DeformerName): Deformer {
    const known = this.made.get(name);
    if (known) return known;
    const pass = createPass(isCandidate(name) ? "lbs" : name, this.surface);
    const fresh = { pass, data: null, able: false, matrices: null, atRest: false };
    this.made.set(name, fresh);
    return fresh;
  }

  pass(name: DeformerName): DeformerPass {
    return this.of(name).pass;
  }

  /** The pass of a deformer that exists, and its data. */
  known(name: DeformerName): { pass: DeformerPass; data: PassData | null } | null {
    return this.made.get(name) ?? null;
  }

  /** Whether a deformer has the data that it needs. */
  able(name: DeformerName, data: PassData): boolean {
    const deformer = this.of(name);
    if (deformer.data !== data) {
      deformer.data = data;
      deformer.able = deformer.pass.setData(data);
    }
    return deformer.able;
  }

  /**
   * Poses a mesh. Returns whether its vertices may have moved: new weights leave a mesh at rest where it is, and with
   * it the shadows, which take longer to draw than the mesh.
   */
  pose(name: DeformerName, { shown, live, atRest }: PoseInputs, renderer: WebGPURenderer): boolean {
    const deformer = this.of(name);
    if (deformer.matrices !== shown.matrices) {
      deformer.matrices = shown.matrices;
      deformer.pass.setBones(shown.matrices, shown.weights);
    }
    if (atRest && deformer.atRest) return false;
    if (!isCandidate(name)) deformer.pass.takeLive(live, renderer);
    const moved = deformer.pass.update(renderer);
    if (moved) deformer.atRest = atRest;
    return moved;
  }

  /** Disposes of deformers that are no longer drawn, because the data of some are large. Keeps linear blending. */
  keepOnly(names: ReadonlySet<string>, gone: (name: DeformerName, pass: DeformerPass) => void): void {
    for (const [name, { pass }] of this.made) {
      if (name === "lbs" || names.has(name)) continue;
      gone(name, pass);
      this.made.delete(name);
      pass.dispose();
    }
  }

  dispose(): void {
    for (const { pass } of this.made.values()) pass.dispose();
  }
}
