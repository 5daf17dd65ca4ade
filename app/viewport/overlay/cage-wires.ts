import { cageOf, edgesOfCage } from "../../../workers/model/rig/cage";
import type { Rig } from "../../../workers/model/rig/rig";
import { boneTints, tintColour } from "../colours/bone-tints";
import { toWorld } from "../geometry/placement";
import type { ViewCamera } from "../picking/view-camera";
import type { ToolContext, ViewportTool } from "../pointer/tool";
import type { ShownPose } from "../scene/poses/shown-pose";
import type { DrawnView } from "../views/views";
import { CASING, WHITE } from "./bone-shapes";
import type { Shapes } from "./shapes";

const WIDTH = 1.2;
const OPACITY = 0.7;

type Place = [x: number, y: number, z: number];

/** The places of a cage's vertices in a pose, in the sequence's coordinates. */
export function cageInPose({ rig, matrices }: Pick<ShownPose, "rig" | "matrices">): Place[] {
  return rig.bones.map(({ head }, j) => {
    const m = matrices.subarray(12 * j, 12 * j + 12);
    return [0, 1, 2].map(
      (c) => m[4 * c] * head[0] + m[4 * c + 1] * head[1] + m[4 * c + 2] * head[2] + m[4 * c + 3],
    ) as Place;
  });
}

/** Draws the edges of a rig's cage in its pose, in views that show bones. */
export function cageWires({ stores, stage }: ToolContext): ViewportTool {
  let last: { rig: Rig; edges: [number, number][] } | null = null;

  const draw = (shapes: Shapes, { look }: DrawnView, viewCamera: ViewCamera): void => {
    const shown = stage.shownPose;
    const { meshView } = stage;
    const cage = shown && cageOf(shown.rig);
    if (!look.bones || !cage || !shown || !meshView) return;
    if (last?.rig !== shown.rig) last = { rig: shown.rig, edges: edgesOfCage(cage) };
    const places = cageInPose(shown).map((place) => viewCamera.inView(toWorld(place, meshView)));
    const tints = boneTints(shown.rig, stores.document.getState().skeleton);
    const { selectedBone, alsoSelected } = stores.view.getState();
    const isChosen = (j: number) => j === selectedBone || alsoSelected.includes(j);
    for (const [a, b] of last.edges) {
      const [from, to] = [places[a], places[b]];
      if (!from || !to) continue;
      shapes.line(from, to, WIDTH + 1.4, CASING, 0.35);
      const colour = isChosen(a) || isChosen(b) ? WHITE : tintColour(tints, a);
      shapes.line(from, to, WIDTH, colour, OPACITY);
    }
  };
  stage.overlays.marks.add(draw);
  return {
    hover: () => null,
    grab: () => null,
    stop() {
      stage.overlays.marks.delete(draw);
    },
  };
}
