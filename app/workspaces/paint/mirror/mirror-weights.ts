import type { Studio } from "../../../actions/studio";
import { plural } from "../../../common/format";
import type { Command } from "../../../document/history/history";
import { watched } from "../../../document/session/watched";
import type { Stores } from "../../../document/stores";
import { changeable, changeMask, shownAmong, tellHidden } from "../../../document/vertices/changeable";
import { insideMask } from "../../../document/vertices/selection-mask";
import { mirrorOf } from "../../../document/weights/mirror/cached-mirror";
import { type MirrorCopy, towardsOf } from "../../../document/weights/mirror/mirror-settings";
import { mirroredRows } from "../../../document/weights/mirror/mirrored-rows";
import { partnersOf } from "../../../document/weights/mirror/partners";
import { givenRows } from "../../../document/weights/painting/given-rows";
import { changeWeights } from "../../../document/weights/painting/weight-painting";
import { openedWeights } from "../opened-weights";

const COPIES: Record<MirrorCopy, string> = {
  forward: "left to right",
  back: "right to left",
  mean: "to the mean of both sides",
};

/**
 * Copies the weights of one side to the other, and reports the vertices without a mirror image. Null: nothing changes.
 * @param newLayer the name of a new layer for the copy. By default, the copy changes the selected layer.
 */
export async function mirrorWeights(
  stores: Stores,
  copy: MirrorCopy,
  newLayer?: string,
): Promise<Command | string | null> {
  const { sequence, mirroring } = openedWeights(stores);
  const mirror = await mirrorOf(sequence, mirroring);
  // Read the rig after the wait, because it may have changed.
  const { rig, locked } = openedWeights(stores);
  const { pairs, lone } = partnersOf(rig, mirror, mirroring.pairs);
  const towards = towardsOf(copy, rig.bones, mirror);
  const rows = mirroredRows(rig.weights, mirror, { pairs, lone, locked, towards, mask: changeMask(stores) });
  tellHidden(stores, changeable(stores).hidden);
  const alone = mirror.unmatched.length;
  stores.paintNews.setState({
    unmatched: alone > 0 ? mirror.unmatched : null,
    words: alone > 0 ? `${plural(alone, "vertex has", "vertices have")} no mirror image and stayed.` : null,
  });
  if (rows.vertices.length === 0) return null;
  return changeWeights(stores, `Mirror weights ${COPIES[copy]}`, "mirror", rows, {
    ...(newLayer !== undefined && { newLayer }),
  });
}

/** Fills vertices without a mirror image smoothly from the weights around them. Null: nothing changes. */
export async function fillUnmatched(studio: Studio): Promise<Command | string | null> {
  const { sequence, rig, mirroring } = openedWeights(studio);
  const { unmatched } = await mirrorOf(sequence, mirroring);
  const unknown = insideMask(studio, unmatched);
  if (unknown.length === 0)
    return unmatched.length === 0 ? null : "All vertices without a partner are outside the mask.";
  const job = studio.client.inpaintWeights({
    rest: sequence.rest,
    triangles: sequence.triangles.map((d) => sequence.solverIndex[d]),
    weights: rig.weights,
    boneCount: rig.bones.length,
    unknown: unknown.slice(),
  });
  const found = await watched(studio, "Filling by smoothing", job, 300);
  const now = openedWeights(studio);
  if (now.rig !== rig) return null;
  const vertices = shownAmong(studio, unknown);
  tellHidden(studio, unknown.length - vertices.length);
  const rows = givenRows(rig.weights, found, { locked: now.locked, vertices });
  if (rows.vertices.length === 0) return null;
  const what = plural(rows.vertices.length, "vertex", "vertices");
  return changeWeights(studio, `Fill ${what} by smoothing`, "smooth", rows);
}
