import { subscribeWithSelector } from "zustand/middleware";
import { createStore } from "zustand/vanilla";
import type { DeformerKind, StrengthName } from "../../workers/model/deform";
import { type BrushSettings, FIRST_BRUSH, type MapBrush, type OperationKind } from "./brush-settings";

export type ViewLayout = "source" | "rig" | "overlay" | "side-by-side";
export type Shading = "clay" | "error" | "weights" | "bones" | "influences";

export type PaneShading = "clay" | "strain" | "difference" | "bones" | "weights" | "strength";

/** One of the views of the Deform workspace, which stand side by side with one camera and one pose. */
export interface Pane {
  deformer: DeformerKind;
  shading: PaneShading;
  /** What `difference` is measured against. */
  reference: DeformerKind | "source";
}

export const MOST_PANES = 4;

/** How a map that is painted for solves is coloured. */
export type MapShading = "strength" | "balance" | "regions" | "energy" | "energy-beside";

/** Maps that steer where bones go. */
export type IntentMap = "density" | "importance" | "rigid" | "together";

/** The workspaces where a map is painted onto the mesh. */
export type MapWorkspace = "solve" | "deform";

/** What the hand does in the Paint workspace. */
export type PaintTool =
  | "skeleton"
  | "weight"
  | "constraint"
  | "influence"
  | "wire"
  | "attach"
  | "neumann"
  | "smooth"
  | "exclude";

/** How the tools of the Paint workspace work. Scaling takes a value of 0 to 2, everything else 0 to 1. */
export interface PaintState extends BrushSettings {
  tool: PaintTool;
  /** Of direct weights. */
  operation: OperationKind;
  /** The mesh as it rests is shown and painted, not the pose. */
  rest: boolean;
  /** The selected bone has rings to turn it by. */
  turning: boolean;
  /** Solver vertex that is selected: its weights stay in the table. */
  vertex: number | null;
  /** Only the selected bone moves the mesh. */
  solo: boolean;
  /** The exemplar that is shown instead of the pose, or null. */
  exemplar: number | null;
  /** Shown beside the weights at hand: those of heat, or nothing. */
  beside: "heat" | null;
  /** How the surface is coloured. */
  colours: "weights" | "energy" | "bones" | "clay";
  /** Where the ramp of strain ends, 0.5 is half of a length; null fits it to what is shown. */
  energyEnd: number | null;
}

/** Where the camera is: it turns about a point of the world. Lengths are the sequence's, angles radians. */
export interface CameraPose {
  target: [x: number, y: number, z: number];
  /** About the world's y axis. */
  yaw: number;
  pitch: number;
  distance: number;
  /** Width over height of the view that the distance was chosen for. */
  aspect: number;
}

/** A segment of the skeleton, or one of its joints. */
export interface SegmentPick {
  segment: number;
  /** The joint at that end; null means the segment as a whole. */
  end: "head" | "tail" | null;
}

/** How the document is looked at. Not part of the document: never undone, never saved in a project. */
export interface ViewState {
  workspace: string;
  /** One to four. */
  panes: readonly Pane[];
  /** Index of the pane that the inspector speaks of: the one that was touched last. */
  focusedPane: number;
  /** The strength map that is shown and painted on; null while bones are posed. */
  paintMap: StrengthName | null;
  /** The brushes of the workspaces where maps are painted. */
  mapBrushes: Readonly<Record<MapWorkspace, MapBrush>>;
  paint: PaintState;
  /** What is selected of the skeleton. Undo may leave it pointing beyond the last segment: read it by `pickIn`. */
  segment: SegmentPick | null;
  /** Where the first joint of a tree was put that has no second one yet, in the sequence's coordinates. */
  firstJoint: readonly [x: number, y: number, z: number] | null;
  /** Joints that are placed or dragged go to the middle of the volume. */
  snapJoints: boolean;
  /** What is painted for solves in the Solve workspace; null while nothing is. */
  intentMap: IntentMap | null;
  /** How regions are painted: by strokes, or a whole shell of the mesh at a time. */
  regionTool: "stroke" | "shell";
  /** What the pointer is over or drags, where modifier keys change what it does. */
  hand: "over ring" | "turning" | "over handle" | "moving" | "over joint" | "over segment" | "drawing" | null;
  /** Where the camera is to be once these frames are shown; null frames what is opened. */
  openingCamera: { of: WeakRef<Float32Array>; pose: CameraPose } | null;
  /** Ends of the strain ramp, 0.5 is 50 % longer or shorter, symmetric. */
  strainRange: number;
  /** Shown frame, 0-based; a whole number except while playing. Read it by subscription, not by a hook: it moves. */
  frame: number;
  playing: boolean;
  loop: boolean;
  /** 0.25, 0.5, 1, 2 … */
  speed: number;
  /** Frames played, both inclusive. */
  range: [number, number];
  layout: ViewLayout;
  shading: Shading;
  /** Ends of the error ramp, in the sequence's unit. */
  errorRange: [number, number];
  /** The same for the two rigs of a comparison. */
  candidateRange: [number, number];
  showBones: boolean;
  showGrid: boolean;
  showWireframe: boolean;
  /** Whether a rig's frames are shown with its correction, where it has one. */
  showCorrected: boolean;
  /** Bone that is selected in outliner and viewport. */
  selectedBone: number | null;
  /** Bones that are selected with it, for what takes several. */
  alsoSelected: readonly number[];
  /** Bones whose handles are hidden, by index. */
  hiddenBones: readonly number[];
  /** Solver vertex under the pointer and where the pointer is, in CSS pixels of the viewport. */
  hovered: { vertex: number; x: number; y: number } | null;
  theme: "dark" | "light";
  /** What draws; null until the renderer is up. */
  backend: "WebGPU" | "WebGL2" | null;
}

const FIRST_MAP_BRUSH: MapBrush = {
  ...FIRST_BRUSH,
  operation: "replace",
  radius: 40,
  strength: 0.5,
  value: 0,
};

export const createViewStore = () =>
  createStore<ViewState>()(
    subscribeWithSelector(
      (): ViewState => ({
        workspace: "solve",
        panes: [
          { deformer: "lbs", shading: "clay", reference: "source" },
          { deformer: "ddm-v0", shading: "clay", reference: "lbs" },
        ],
        focusedPane: 1,
        paintMap: null,
        mapBrushes: { solve: FIRST_MAP_BRUSH, deform: FIRST_MAP_BRUSH },
        paint: {
          ...FIRST_BRUSH,
          tool: "weight",
          operation: "add",
          rest: false,
          turning: false,
          vertex: null,
          solo: false,
          exemplar: null,
          beside: null,
          colours: "weights",
          energyEnd: null,
        },
        segment: null,
        firstJoint: null,
        snapJoints: true,
        intentMap: null,
        regionTool: "stroke",
        hand: null,
        openingCamera: null,
        strainRange: 0.5,
        frame: 0,
        playing: false,
        loop: true,
        speed: 1,
        range: [0, 0],
        layout: "rig",
        shading: "clay",
        errorRange: [0, 1],
        candidateRange: [0, 1],
        showBones: true,
        showGrid: true,
        showWireframe: false,
        showCorrected: true,
        selectedBone: null,
        alsoSelected: [],
        hiddenBones: [],
        hovered: null,
        theme: "dark",
        backend: null,
      }),
    ),
  );

/** The exemplar that is on screen: none while the rest pose is shown in its place. */
export const exemplarOnScreen = ({ exemplar, rest }: Pick<PaintState, "exemplar" | "rest">): number | null =>
  rest ? null : exemplar;
