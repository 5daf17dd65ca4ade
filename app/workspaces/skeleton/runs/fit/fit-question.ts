import { wholeSequence } from "../../../../../workers/model/mesh/streamed-sequence";
import type { FitInput, FitReport } from "../../../../../workers/model/reports/fit-report";
import type { DocumentState } from "../../../../document/document";
import { helpersInScene, settingsFor, startsInScene } from "../../../../document/skeleton/own-skeleton";
import { baseRig } from "../../../../document/weights/layers/base-rig";

/** What a fit is asked. */
interface FitQuestion {
  input: FitInput;
  /** Whether it continues from the rig in the scene. */
  goesOn: boolean;
  /** The helpers of that rig, which it keeps. */
  kept: FitReport["helpers"];
}

/** The question of a fit from the skeleton's file, or from the rig in the scene; null without a skeleton or a mesh. */
export function fitQuestion(state: DocumentState, from: "file" | "scene"): FitQuestion | null {
  const { sequence, ownSkeleton, rig, fitting } = state;
  if (!sequence || !ownSkeleton) return null;
  const before = rig && (from === "scene" || startsInScene(state)) ? rig : null;
  const skeleton = before ? { ...baseRig(before, state) } : ownSkeleton.skeleton;
  const settings = settingsFor(fitting, skeleton.bones);
  const kept = before ? helpersInScene(state) : [];
  const helpers = Math.max(0, settings.helpers - kept.length);
  return {
    input: { sequence: wholeSequence(sequence), skeleton, settings: { ...settings, helpers } },
    goesOn: before !== null,
    kept,
  };
}
