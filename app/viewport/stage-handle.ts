import type { WebGPURenderer } from "three/webgpu";
import type { Stores } from "../document/stores";
import type { ViewState } from "../document/view-state";
import type { CameraMoves } from "./camera/camera-moves";
import { toWorld } from "./geometry/placement";
import { timeRig } from "./measures/rig-time";
import { backendOf } from "./renderer";
import type { FramedPart } from "./scene/framing";
import { shownNow } from "./shown";
import type { Stage } from "./stage";
import { takePicture, takeStills } from "./stills";
import type { ViewportHandle } from "./viewport-handle";
import { type MeshName, sharesSolveViews } from "./views/views";

/** The selected vertices, or else the selected bone. */
function selectedPart(stores: Stores): FramedPart {
  const { vertices } = stores.document.getState().vertexSelection;
  return { vertices: vertices.length > 0 ? vertices : null, bone: stores.view.getState().selectedBone };
}

/** A view of the rig alone, coloured by its errors. */
const ERRORS = {
  workspace: "solve",
  layout: "rig",
  shading: "error",
  intentMap: null,
  showBones: false,
} as const satisfies Partial<ViewState>;

/** What a mounted viewport offers, by its stage. */
export function handleOf(stage: Stage, moves: CameraMoves, renderer: WebGPURenderer): ViewportHandle {
  const draw = () => {
    const { width, height } = stage.size;
    stage.render(shownNow(stage.stores), width, height);
  };
  const read = (mesh: MeshName) => {
    draw();
    return stage.picking.read(mesh);
  };
  /** A point of the canvas on the page, both in CSS pixels. */
  const onPage = (at: readonly number[] | null | undefined) => {
    const { left, top } = renderer.domElement.getBoundingClientRect();
    return at ? { x: left + at[0], y: top + at[1] } : null;
  };
  return {
    backend: backendOf(renderer),
    camera: () => stage.orbit.pose,
    moves,
    frameAll: () => moves.frame(stage.outlineOf({ vertices: null, bone: null }), stage.aspect()),
    frameSelection: () => moves.frame(stage.outlineOf(selectedPart(stage.stores)), stage.aspect()),
    readDeformed: () => read("lbs"),
    readSource: () => read("source"),
    readPane: async (n) => {
      draw();
      const { workspace } = stage.stores.view.getState();
      const part = sharesSolveViews(workspace) ? undefined : stage.parts()[n];
      return part ? stage.picking.read(part.mesh) : new Float32Array();
    },
    handleAt: (bone) => {
      draw();
      const part = stage.parts().find(({ look }) => look.bones);
      const head = stage.bones.headOf(bone);
      return onPage(part && head && stage.picking.cameraOf(part).onCanvas(head));
    },
    pageOf: (point) => {
      draw();
      return onPage(stage.picking.cameraOf(stage.parts()[0]).onCanvas(toWorld(point, stage.meshView)));
    },
    timeRig: async (rig) => {
      const { meshView } = stage;
      if (!meshView || rig.weights.offsets.length !== meshView.sequence.vertexCount + 1) return null;
      return timeRig(renderer, meshView.surface, rig);
    },
    pictureNow: () => takePicture(stage, renderer, shownNow(stage.stores)),
    pictureOfErrors: (frame) => {
      const shown = shownNow(stage.stores);
      return takePicture(stage, renderer, { ...shown, view: { ...shown.view, ...ERRORS, frame } });
    },
    stills: () => takeStills(stage, renderer, shownNow(stage.stores)),
    screenshot: () => {
      draw();
      const canvas = renderer.domElement as HTMLCanvasElement;
      return new Promise((resolve, reject) => {
        canvas.toBlob(
          (blob) => (blob ? resolve(blob) : reject(new Error("The picture is empty"))),
          "image/png",
        );
      });
    },
  };
}
