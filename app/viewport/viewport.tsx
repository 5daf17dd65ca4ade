import { Canvas, useFrame, useThree } from "@react-three/fiber";
import { useEffect, useRef, useState } from "react";
import type { WebGPURenderer } from "three/webgpu";
import { TURNTABLE } from "../document/session/turntable";
import type { Stores } from "../document/stores";
import { useStores } from "../document/use-stores";
import { CameraMoves } from "./camera/camera-moves";
import { attachGestures } from "./camera/gestures";
import { OrbitCamera } from "./camera/orbit-camera";
import { PaneMeasuring } from "./measures/pane-measuring";
import { Pacer } from "./playback/pacing";
import { HoverMarker } from "./pointer/hover-marker";
import { attachPointer } from "./pointer/pointer";
import type { Tool } from "./pointer/tool";
import { hushThree } from "./quiet";
import { redrawOnChanges } from "./redraws";
import { backendOf, createRenderer, pixelRatios } from "./renderer";
import { shownNow } from "./shown";
import { Stage } from "./stage";
import { handleOf } from "./stage-handle";
import css from "./viewport.module.css";
import type { ViewportEdits } from "./viewport-edits";
import type { ViewportHandle } from "./viewport-handle";
import { AxisGizmo } from "./views/axis-gizmo";
import { ViewTags } from "./views/view-tags";

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
      () => pacer.stop(),
      () => measures.stop(),
      redrawOnChanges(stores, redraw, pacer),
      // The page gets the new theme after the store.
      stores.view.subscribe((view) => view.theme, redraw),
    ];
    if (handleRef) handleRef.current = handleOf(made, moves, gl);
    redraw();
    return () => {
      for (const stop of stops) stop();
      if (handleRef) handleRef.current = null;
      stage.current = null;
      made.dispose();
    };
  }, [gl, orbit, moves, invalidate, element, stage, edits, tools, handleRef, stores]);

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
