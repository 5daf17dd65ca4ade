import type { Rig, TwoLayer } from "../../../workers/model/rig/rig";
import { layersOf, virtualMotion, virtualPlaces } from "../../../workers/model/rig/two-layer";
import { boneTints, tintColour } from "../colours/bone-tints";
import { toWorld } from "../geometry/placement";
import type { ViewCamera } from "../picking/view-camera";
import type { ToolContext, ViewportTool } from "../pointer/tool";
import type { ShownPose } from "../scene/poses/shown-pose";
import { type DrawnView, isCandidate, type MeshName } from "../views/views";
import { CASING } from "./bone-shapes";
import type { Shapes } from "./shapes";

/** Radius of a dot, and width of the line around it, in pixels. */
const DOT = 3;
const EDGE = 1;

/** The places where virtual bones act in a pose, 3q, and the strongest bone of each. */
interface Places {
  positions: Float32Array;
  bones: Uint16Array;
}

/** The bone with the largest weight of each virtual bone. */
function strongestBones({ virtual }: TwoLayer): Uint16Array {
  const { offsets, bones, values } = virtual;
  return Uint16Array.from({ length: offsets.length - 1 }, (_, r) => {
    let best = offsets[r];
    for (let d = best; d < offsets[r + 1]; d++) if (values[d] > values[best]) best = d;
    return bones[best];
  });
}

/**
 * The places of a rig's virtual bones in a pose: the mean of the vertices that each moves, transformed by it.
 * @param matrices row-major 3x4 from rest to pose, 12B.
 */
export function placesInPose(rig: Rig, layers: TwoLayer, matrices: Float32Array): Places {
  const rest = virtualPlaces(layers, rig.rest);
  const blended = virtualMotion(layers.virtual, matrices, rig.bones.length);
  const positions = rest.map((_, n) => {
    const [r, c] = [Math.floor(n / 3), n % 3];
    const m = blended.subarray(12 * r + 4 * c, 12 * r + 4 * c + 4);
    return m[0] * rest[3 * r] + m[1] * rest[3 * r + 1] + m[2] * rest[3 * r + 2] + m[3];
  });
  return { positions, bones: strongestBones(layers) };
}

/**
 * Draws a dot where each virtual bone acts, in the colour of its strongest bone, in views of the two layers and of
 * reductions to them.
 */
export function virtualBoneDots({ stores, stage }: ToolContext): ViewportTool {
  const known = new Map<MeshName, { layers: TwoLayer; matrices: Float32Array; places: Places }>();

  /** The pose whose virtual bones a view shows: that of the deformer, or of one of two reductions. */
  const poseIn = ({ mesh, look }: DrawnView): ShownPose | null => {
    const { workspace, showBones } = stores.view.getState();
    if (mesh === "two-layer") return look.bones ? stage.shownPose : null;
    if (workspace !== "reduce" || !showBones || !isCandidate(mesh)) return null;
    return stage.meshView?.shownOf(mesh) ?? null;
  };

  const draw = (shapes: Shapes, part: DrawnView, viewCamera: ViewCamera): void => {
    const shown = poseIn(part);
    if (!shown || !stage.meshView) return;
    const { rig, matrices } = shown;
    const layers = layersOf(rig);
    if (!layers) return;
    let last = known.get(part.mesh);
    if (last?.layers !== layers || last.matrices !== matrices) {
      last = { layers, matrices, places: placesInPose(rig, layers, matrices) };
      known.set(part.mesh, last);
    }
    const { positions, bones } = last.places;
    const tints = boneTints(rig, stores.document.getState().skeleton);
    bones.forEach((bone, r) => {
      const [x, y, z] = positions.subarray(3 * r, 3 * r + 3);
      const at = viewCamera.inView(toWorld([x, y, z], stage.meshView));
      if (!at) return;
      shapes.disc(at, DOT + EDGE, CASING);
      shapes.disc(at, DOT, tintColour(tints, bone));
    });
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
