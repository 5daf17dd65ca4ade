import type { WebGPURenderer } from "three/webgpu";
import type { ThemeColours } from "./colours/palette";
import type { Overlays } from "./overlay/overlays";
import type { ViewCamera } from "./picking/view-camera";
import type { MeshView } from "./scene/mesh-view";
import type { DrawnView } from "./views/views";

/** Side of the view for compiling shaders in advance, in pixels. */
const WARM = 8;

interface Rehearsed {
  meshView: MeshView;
  renderer: WebGPURenderer;
  overlays: Overlays;
  viewCamera: ViewCamera;
  colours: ThemeColours;
}

/**
 * Draws both meshes, the ghost and a handle once off screen, to compile all shaders before a solve's first rig
 * arrives.
 */
export function rehearse(stage: Rehearsed, draw: (part: DrawnView) => void): void {
  const { meshView, renderer, overlays, viewCamera, colours } = stage;
  if (!meshView.rig) {
    meshView.mesh("lbs").target.render(renderer);
    overlays.bones.rehearse(viewCamera, colours);
  }
  overlays.shapes.clear(WARM, WARM);
  overlays.shapes.disc([0, 0], 1, colours.accent);
  overlays.shapes.flush();
  for (const mesh of ["source", "lbs"] as const) {
    const reference = mesh === "lbs" ? "source" : "lbs";
    const look = { shading: "clay", reference, ghost: mesh === "lbs", bones: false } as const;
    meshView.update(renderer, mesh);
    meshView.mesh(mesh).updateShadows(renderer, meshView.poseBox);
    draw({ mesh, left: 0, top: 0, width: WARM, height: WARM, look });
  }
  overlays.bones.hide();
}
