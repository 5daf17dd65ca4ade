import { Canvas, useFrame, useThree } from "@react-three/fiber";
import { useEffect, useRef, useState } from "react";
import type { WebGPURenderer } from "three/webgpu";
import { SOURCE_FRAMES } from "../document/frames/source-frames";
import { REDUCTION, reducedRigs } from "../document/reduce/reduce-state";
import { TURNTABLE } from "../document/session/turntable";
import type { Stores } from "../document/stores";
import { useStores } from "../document/use-stores";
import { CameraMoves } from "./camera/camera-moves";
import { attachGestures } from "./camera/gestures";
import { OrbitCamera } from "./camera/orbit-camera";
import { toWorld } from "./geometry/placement";
import { PaneMeasuring } from "./measures/pane-measuring";
import { timeRig } from "./measures/rig-time";
import { Pacer } from "./playback/pacing";
import { HoverMarker } from "./pointer/hover-marker";
import { attachPointer } from "./pointer/pointer";
import type { Tool } from "./pointer/tool";
import { hushThree } from "./quiet";
import { backendOf, createRenderer, pixelRatios } from "./renderer";
import type { FramedPart } from "./scene/framing";
import { Stage } from "./stage";
import { takePicture, takeStills } from "./stills";
import css from "./viewport.module.css";
import type { ViewportEdits } from "./viewport-edits";
import type { ViewportHandle } from "./viewport-handle";
import { AxisGizmo } from "./views/axis-gizmo";
import { ViewTags } from "./views/view-tags";
import { type MeshName, sharesSolveViews } from "./views/views";

hushThree();

/** The scene draws its own shadows. Without this, React Three Fiber asks for a kind that three no longer has. */
const OWN_SHADOWS = { enabled: false };

interface ViewportProps {
  edits: ViewportEdits;
  tools: readonly Tool[];
  /** Set while the viewport is mounted. */
  handleRef?: { current: ViewportHandle | null };
}

/** The 3D view of the open document. Fills its parent. */
export function Viewport({ edits, tools, handleRef }: ViewportProps) {
  const [orbit] = useState(() => new OrbitCamera());
  const [moves] = useState(() => new CameraMoves(orbit));
  const [generation, setGeneration] = useState(0);
  const [failed, setFailed] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage | null>(null);
  return (
    <div className={css.viewport} ref={element} data-testid="picture">
      {failed ? (
        <p className={css.problem}>
          The mesh cannot be shown, because this browser supports neither WebGPU nor WebGL2. Turn on hardware
          acceleration in its settings, or use another browser. Solving and exporting still work.
        </p>
      ) : (
        <Canvas
          key={generation}
          flat
          linear
          shadows={OWN_SHADOWS}
          frameloop="demand"
          dpr={pixelRatios(window.location.search)}
          gl={async ({ canvas, ...options }) => {
            try {
              const lost = () => setGeneration((g) => g + 1);
              return await createRenderer(options as object, canvas as HTMLCanvasElement, lost);
            } catch (error) {
              setFailed(true);
              throw error;
            }
          }}
        >
          <Picture
            orbit={orbit}
            moves={moves}
            element={element}
            stage={stage}
            edits={edits}
            tools={tools}
            handleRef={handleRef}
          />
        </Canvas>
      )}
      <ViewTags />
      <HoverMarker stage={stage} />
      <AxisGizmo orbit={orbit} moves={moves} />
    </div>
  );
}

interface PictureProps {
  orbit: OrbitCamera;
  moves: CameraMoves;
  element: { current: HTMLDivElement | null };
  stage: { current: Stage | null };
  edits: ViewportEdits;
  tools: readonly Tool[];
  handleRef: ViewportProps["handleRef"];
}

const shownNow = (stores: Stores) => ({
  document: stores.document.getState(),
  view: stores.view.getState(),
  prepared: stores.prepared.getState(),
  rigs: stores.view.getState().workspace === "reduce" ? reducedRigs(stores) : stores.compare.getState().rigs,
  binding: stores.binding.getState(),
});

/** The content of the canvas: a stage, redrawn whenever the document, the view or the camera changes. */
function Picture({ orbit, moves, element, stage, edits, tools, handleRef }: PictureProps) {
  const stores = useStores();
  const gl = useThree((state) => state.gl) as unknown as WebGPURenderer;
  const invalidate = useThree((state) => state.invalidate);
  const pacing = useRef<Pacer | null>(null);
  const measuring = useRef<PaneMeasuring | null>(null);

  useEffect(() => {
    const host = element.current;
    if (!host) return;
    const redraw = () => invalidate();
    const made = new Stage(stores, gl, orbit, redraw);
    stage.current = made;
    stores.view.setState({ backend: backendOf(gl) });
    const pacer = new Pacer(redraw);
    pacing.current = pacer;
    const retheme = () => {
      made.themeChanged();
      redraw();
    };
    const pointer = attachPointer(stores, { stage: made, element: host, edits, tools, redraw });
    const measures = new PaneMeasuring(made);
    measuring.current = measures;
    const stops = [
      attachGestures(stores, host, { camera: orbit, moves }, pointer.events),
      followTurntable(stores, moves),
      () => moves.stop(),
      pointer.stop,
      orbit.subscribe(redraw),
      followProjection(stores, orbit),
      stores.document.subscribe((state, before) => {
        const partial = state.partial ?? state.liveRig;
        const isNext = partial && (before.partial ?? before.liveRig) && state.sequence === before.sequence;
        // Without a solve or an extraction, the partial rig answers a drag.
        const { solve, extraction } = stores.work.getState();
        const isAsked = state.partial && !solve && !extraction;
        if (isNext && !isAsked) pacer.ask();
        else redraw();
      }),
      () => pacer.stop(),
      () => measures.stop(),
      stores.prepared.subscribe((state, before) => {
        const same = state.direct === before.direct && state.slide === before.slide;
        if (!same || state.strengths !== before.strengths || state.centres !== before.centres) redraw();
      }),
      stores.of(SOURCE_FRAMES).onFrame(() => pacer.ask()),
      stores.compare.subscribe((state) => state.rigs, redraw),
      stores.of(REDUCTION).subscribe(redraw),
      stores.binding.subscribe((state, before) => {
        const same = state.strain === before.strain && state.exemplarStrain === before.exemplarStrain;
        const marks = state.held === before.held && state.selectedHeld === before.selectedHeld;
        const poses =
          state.exemplars === before.exemplars &&
          state.heat === before.heat &&
          state.heatStrain === before.heatStrain;
        if (!same || !marks || !poses || state.liveEdits !== before.liveEdits) redraw();
      }),
      stores.view.subscribe((state, before) => {
        // The page gets the new theme after the store.
        if (state.theme !== before.theme) requestAnimationFrame(retheme);
        if (state.hovered === before.hovered) redraw();
      }),
    ];
    if (handleRef) handleRef.current = handleOf(made, moves, gl);
    redraw();
    return () => {
      for (const stop of stops) stop();
      if (handleRef) handleRef.current = null;
      stage.current = null;
      made.dispose();
    };
  }, [
    gl,
    orbit,
    moves,
    invalidate,
    element,
    stage,
    edits,
    tools,
    handleRef,
    stores.view.subscribe,
    stores.view.setState,
    stores.compare.subscribe,
    stores.binding.subscribe,
    stores.document.subscribe,
    stores.prepared.subscribe,
    stores.of,
    stores,
  ]);

  useFrame(({ size }) => {
    pacing.current?.drawn();
    stage.current?.render(shownNow(stores), size.width, size.height);
    measuring.current?.drawn(shownNow(stores));
  }, 1);
  return null;
}

/** Keeps `orthographic` of the view state equal to the camera's. */
function followProjection({ view }: Stores, orbit: OrbitCamera): () => void {
  const tell = () => {
    const { orthographic } = orbit;
    if (view.getState().orthographic !== orthographic) view.setState({ orthographic });
  };
  tell();
  return orbit.subscribe(tell);
}

/** Turns the camera while the turntable is on. */
function followTurntable(stores: Stores, moves: CameraMoves): () => void {
  const store = stores.of(TURNTABLE);
  const turn = () => {
    const { turnSeconds } = stores.view.getState();
    moves.turntable(store.getState().on ? (2 * Math.PI) / turnSeconds : 0);
  };
  turn();
  const stops = [store.subscribe(turn), stores.view.subscribe((view) => view.turnSeconds, turn)];
  return () => {
    for (const stop of stops) stop();
    moves.turntable(0);
  };
}

/** The selected vertices, or else the selected bone. */
function selectedPart(stores: Stores): FramedPart {
  const { vertices } = stores.document.getState().vertexSelection;
  return { vertices: vertices.length > 0 ? vertices : null, bone: stores.view.getState().selectedBone };
}

function handleOf(stage: Stage, moves: CameraMoves, renderer: WebGPURenderer): ViewportHandle {
  const draw = () => {
    const { width, height } = stage.size;
    stage.render(shownNow(stage.stores), width, height);
  };
  const read = (mesh: MeshName) => {
    draw();
    return stage.picking.read(mesh);
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
      const at = part && head && stage.picking.cameraOf(part).onCanvas(head);
      const box = renderer.domElement.getBoundingClientRect();
      return at ? { x: box.left + at[0], y: box.top + at[1] } : null;
    },
    pageOf: (point) => {
      draw();
      const at = stage.picking.cameraOf(stage.parts()[0]).onCanvas(toWorld(point, stage.meshView));
      const box = renderer.domElement.getBoundingClientRect();
      return at ? { x: box.left + at[0], y: box.top + at[1] } : null;
    },
    timeRig: async (rig) => {
      const { meshView } = stage;
      if (!meshView || rig.weights.offsets.length !== meshView.sequence.vertexCount + 1) return null;
      return timeRig(renderer, meshView.surface, rig);
    },
    pictureAt: (frame) => {
      const shown = shownNow(stage.stores);
      const view = frame === null ? shown.view : { ...shown.view, frame };
      return takePicture(stage, renderer, { ...shown, view });
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
