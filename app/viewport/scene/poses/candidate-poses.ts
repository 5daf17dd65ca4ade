import type { Rig } from "../../../../workers/model/rig/rig";
import type { PassData } from "../../deform/passes/deformer-pass";
import type { CandidateMesh } from "../../views/views";
import { type ShownPose, shownPose } from "./shown-pose";

/** The rigs of a comparison in their current poses, with the data that their deformers need. */
export class CandidatePoses {
  private readonly posed = new Map<CandidateMesh, { data: PassData; shown: ShownPose }>();

  /** Sets a rig in frame `k`; null removes it. */
  set(name: CandidateMesh, rig: Rig | null, k: number, corrected: boolean): void {
    if (!rig) this.posed.delete(name);
    else this.put(name, rig, shownPose(this.shown(name), rig, null, k, corrected));
  }

  /** Sets a rig for the second view, in the pose of the first; null, or a rig with other bones, removes it. */
  setBeside(rig: Rig | null, shown: ShownPose | null): void {
    this.posed.delete("rig-a");
    if (!rig || !shown || rig.bones.length !== shown.rig.bones.length) this.posed.delete("rig-b");
    else this.put("rig-b", rig, { ...shown, rig, weights: null });
  }

  private put(name: CandidateMesh, rig: Rig, shown: ShownPose): void {
    const last = this.data(name);
    const data = last?.rig === rig ? last : { rig, direct: null, slide: null, centres: null };
    this.posed.set(name, { data, shown });
  }

  shown(name: CandidateMesh): ShownPose | null {
    return this.posed.get(name)?.shown ?? null;
  }

  data(name: CandidateMesh): PassData | null {
    return this.posed.get(name)?.data ?? null;
  }
}
