import type { SolverClient } from "../../../workers/client";
import { type Pose, poseMatrices, poseOfMatrices } from "../../../workers/model/pose";
import type { Rig } from "../../../workers/model/rig";
import type { Skeleton } from "../../../workers/model/skeleton";
import type { AddedExemplar, WeightEdits } from "../../../workers/model/weight-edits";
import type { WeightSettings } from "../../../workers/model/weight-settings";
import { complain } from "../../shell/complain";
import { shownRig, useDocument } from "../document";
import { useView } from "../view-state";
import { bindableOf } from "./bindable-of";
import { type BindingState, exemplarCount, useBinding } from "./binding-state";

/** Where an exemplar that is shown comes from: the number of a random one, or the place of one that the artist added. */
export type ExemplarOrigin = { random: number } | { added: number };

/** @param shown index among the exemplars that are fitted: random ones that are kept, then added ones. */
export function exemplarOrigin(
  { exemplars }: Pick<WeightSettings, "exemplars">,
  { droppedExemplars, addedExemplars }: Pick<WeightEdits, "droppedExemplars" | "addedExemplars">,
  shown: number,
): ExemplarOrigin {
  const dropped = new Set(droppedExemplars);
  const kept = Array.from({ length: exemplars }, (_, k) => k).filter((k) => !dropped.has(k));
  // One is fitted where all were left out and none was added.
  if (kept.length === 0 && addedExemplars.length === 0) return { random: 0 };
  return shown < kept.length ? { random: kept[shown] } : { added: shown - kept.length };
}

/** Leaves an exemplar out. */
export function withoutExemplar(edits: WeightEdits, origin: ExemplarOrigin): WeightEdits {
  if ("random" in origin) {
    const dropped = new Set([...edits.droppedExemplars, origin.random]);
    return { ...edits, droppedExemplars: [...dropped].sort((a, b) => a - b) };
  }
  return { ...edits, addedExemplars: edits.addedExemplars.filter((_, n) => n !== origin.added) };
}

/**
 * A pose of the rig's bones as one of the skeleton's segments: each moves as its first bone does, those without bones as
 * their parents. A spine's bend is lost.
 */
export function segmentPose(
  { segments }: Skeleton,
  rig: Rig,
  segmentOfBone: ArrayLike<number>,
  pose: Pose,
): Pose {
  const matrices = poseMatrices(rig.bones, pose);
  const motions = new Float32Array(12 * segments.length);
  const firstBone = new Map<number, number>();
  for (let b = rig.bones.length - 1; b >= 0; b--) firstBone.set(segmentOfBone[b], b);
  segments.forEach(({ parent }, j) => {
    const bone = firstBone.get(j);
    if (bone !== undefined) motions.set(matrices.subarray(12 * bone, 12 * bone + 12), 12 * j);
    else if (parent >= 0) motions.copyWithin(12 * j, 12 * parent, 12 * parent + 12);
    else motions.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], 12 * j);
  });
  return poseOfMatrices(segments, motions, pose.name);
}

/** The edits with another exemplar at the end. */
export const withExemplar = (edits: WeightEdits, added: AddedExemplar): WeightEdits => ({
  ...edits,
  addedExemplars: [...edits.addedExemplars, added],
});

/** Measures the strain of the exemplar that is shown while the surface is coloured by it. */
export function followExemplars(client: SolverClient): void {
  let asked: { of: Float32Array; exemplar: number; weights: unknown } | null = null;

  async function look(): Promise<void> {
    const binding = useBinding.getState();
    const document = useDocument.getState();
    const { workspace, paint } = useView.getState();
    const rig = shownRig(document);
    const { exemplar, colours } = paint;
    if (exemplar !== null && exemplar >= exemplarCount(binding)) {
      useView.setState({ paint: { ...paint, exemplar: null } });
      return;
    }
    const isWanted = workspace === "paint" && colours === "energy" && exemplar !== null;
    if (!isWanted || !binding.exemplars || !rig || !document.sequence || document.liveRig) return;
    const size = 12 * rig.bones.length;
    if (asked?.of === binding.exemplars && asked.exemplar === exemplar && asked.weights === rig.weights)
      return;
    const mine = { of: binding.exemplars, exemplar, weights: rig.weights };
    asked = mine;
    const motions = binding.exemplars.slice(size * exemplar, size * (exemplar + 1));
    try {
      const values = await client.strainOfPose(bindableOf(document.sequence), rig.weights, motions).result;
      if (asked === mine) useBinding.setState({ exemplarStrain: { exemplar, values } });
    } catch (error) {
      if (asked === mine) complain(error, "Measuring the strain");
    }
  }

  useView.subscribe((state, before) => {
    if (state.paint !== before.paint || state.workspace !== before.workspace) void look();
  });
  useBinding.subscribe((state: BindingState, before) => {
    if (state.exemplars !== before.exemplars) void look();
  });
  useDocument.subscribe((state, before) => {
    if (state.rig !== before.rig || state.liveRig !== before.liveRig) void look();
  });
}
