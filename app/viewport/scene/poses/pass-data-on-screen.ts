import type { Rig } from "../../../../workers/model/rig/rig";
import type { PassData } from "../../deform/passes/deformer-pass";
import type { Shown } from "../../shown";
import type { ShownStrengths } from "../shown-strengths";

/** The data for deformers: the same object while none of it changes. */
export class PassDataOnScreen {
  private last: PassData | null = null;

  clear(): void {
    this.last = null;
  }

  /** The data for the rig on screen. Prepared data is used in the Deform workspace, if the rig has as many bones. */
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
