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
    const fresh = { pass, data: null, able: false, matrices: null };
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

  /** Poses a mesh. Returns whether anything changed. The weights of a stroke belong to the rig, not to a candidate. */
  pose(name: DeformerName, shown: ShownPose, live: GpuWeights | null, renderer: WebGPURenderer): boolean {
    const deformer = this.of(name);
    if (deformer.matrices !== shown.matrices) {
      deformer.matrices = shown.matrices;
      deformer.pass.setBones(shown.matrices, shown.weights);
    }
    if (!isCandidate(name)) deformer.pass.takeLive(live, renderer);
    return deformer.pass.update(renderer);
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
