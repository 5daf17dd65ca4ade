import type { Rig } from "../../../workers/model/rig/rig";
import type { PassData } from "../deform/deformer-pass";
import type { Shown } from "../shown";
import type { ShownStrengths } from "./shown-strengths";

/** What deformers pose from: the same object while nothing of it changes. */
export class PassDataOnScreen {
  private last: PassData | null = null;

  clear(): void {
    this.last = null;
  }

  /** Of the rig on screen; what was prepared counts in the Deform workspace, for a rig of as many bones. */
  take(rig: Rig | null, { document, view, prepared }: Shown, strengths: ShownStrengths): PassData | null {
    if (!rig) return null;
    const fits = view.workspace === "deform" && prepared.rig?.bones.length === rig.bones.length;
    const direct = fits ? prepared.direct : null;
    const centres = fits ? prepared.centres : null;
    const slide = fits ? strengths.slide(document, prepared) : null;
    const { last } = this;
    if (last?.rig === rig && last.direct === direct && last.centres === centres && last.slide === slide) {
      return last;
    }
    this.last = { rig, direct, slide, centres };
    return this.last;
  }
}
