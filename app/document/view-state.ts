import { subscribeWithSelector } from "zustand/middleware";
import { createStore } from "zustand/vanilla";
import type { DeformerKind, StrengthName } from "../../workers/model/deform";
import type { OpenedFrames } from "../../workers/model/mesh/streamed-sequence";
import type { CameraPose } from "../../workers/model/scene/scene-settings";
import { FIRST_BRUSH, type MapBrush } from "./brush-settings";
import { FIRST_PAINT, type PaintState } from "./paint-state";

export type ViewLayout = "source" | "rig" | "overlay" | "side-by-side";
export type Shading = "clay" | "textures" | "error" | "weights" | "bones" | "influences";

export type PaneShading = "clay" | "textures" | "strain" | "difference" | "bones" | "weights" | "strength";

/** One of the views of the Deform workspace. They share one camera and one pose. */
export interface Pane {
  deformer: DeformerKind;
  shading: PaneShading;
  /** The reference of the `difference` shading. */
  reference: DeformerKind | "source";
}

export const MOST_PANES = 4;

/** The most ghosts on each side of the shown frame. */
export const MOST_GHOSTS = 4;

/** Ghosts of source frames around the shown one. */
export interface OnionSkin {
  on: boolean;
  /** The number of ghosts, 0 to `MOST_GHOSTS`. */
  before: number;
  after: number;
  /** The number of frames from one ghost to the next. */
  spacing: number;
}

/** The colouring of a map that is painted for solves. */
export type MapShading = "strength" | "balance" | "regions" | "energy" | "energy-beside";

/**
 * The colouring of a reduced rig: the angle between its normals and the source's, or the error it adds to another
 * rig's.
 */
export type ReducedShading = "normals" | "change" | "normals-change";

/**
 * How the Reduce workspace shows a result: by distances to the source, by angles between normals, or as a plain
 * surface.
 */
export type ReduceShading = "positions" | "normals" | "surface";

/** How two reductions are drawn. Colour ramps end at a distance in the sequence's unit, or at an angle in degrees. */
export interface ReduceView {
  shading: ReduceShading;
  /** Whether B shows how much larger its error is than A's. */
  difference: boolean;
  positions: number;
  normals: number;
  /** Half the width of the signed ramps. */
  positionsChange: number;
  normalsChange: number;
  /** Whether view B marks its exceptional vertices. */
  exceptional: boolean;
  /** Whether a drag selects vertices instead of turning the view. */
  lasso: boolean;
}

/** Maps that steer the placement of bones. */
export type IntentMap = "density" | "importance" | "rigid" | "together";

/** The workspaces in which maps are painted onto the mesh. */
export type MapWorkspace = "solve" | "deform";

/** How bones are posed in the Skeleton workspace. */
export interface PosingState {
  /**
   * What a drag in the viewport does: select, turn the selected bone by its rings, reach with its end, move a joint, or
   * extrude a new bone from one.
   */
  tool: "select" | "rotate" | "reach" | "move" | "extrude";
  /** How many bones turn when an end is dragged; null: all up to the start of the limb. */
  chain: number | null;
  /** Names of bones whose ends stay in place while another end is dragged. */
  pins: readonly string[];
  /** Whether joints with limits keep them while an end is dragged. */
  keepLimits: boolean;
}

/** A segment of the skeleton, or one of its joints. */
export interface SegmentPick {
  segment: number;
  /** The joint at that end; null means the whole segment. */
  end: "head" | "tail" | null;
}

/** The state of the view. Not part of the document: never undone, and not stored in project files. */
export interface ViewState {
  workspace: string;
  /** One to four. */
  panes: readonly Pane[];
  /** Index of the pane that the inspector shows: the last one that was used. */
  focusedPane: number;
  /** The strength map that is shown and painted; null while bones are posed. */
  paintMap: StrengthName | null;
  /** The brush of each workspace in which maps are painted. */
  mapBrushes: Readonly<Record<MapWorkspace, MapBrush>>;
  paint: PaintState;
  posing: PosingState;
  /** The selection in the skeleton. After an undo it may point beyond the last segment: read it with `pickIn`. */
  segment: SegmentPick | null;
  /** The position of a tree's first joint while it has no second one, in the sequence's coordinates. */
  firstJoint: readonly [x: number, y: number, z: number] | null;
  /** Joints that are placed or dragged snap to the middle of the volume. */
  snapJoints: boolean;
  /** Whether the mask, or else the selected vertices, limits brushes and operations. */
  masked: boolean;
  /** The map that is painted in the Solve workspace; null while none is. */
  intentMap: IntentMap | null;
  /** How regions are painted: by strokes, or a whole shell of the mesh at a time. */
  regionTool: "stroke" | "shell";
  /** The part under the pointer or in a drag, if modifier keys change the outcome. */
  hand:
    | "over ring"
    | "turning"
    | "over handle"
    | "over lasso"
    | "over edge"
    | "lassoing"
    | "moving"
    | "over joint"
    | "over rig joint"
    | "over placement"
    | "placing"
    | "over segment"
    | "drawing"
    | null;
  /** The camera pose to use once these frames are shown; null frames the opened mesh. */
  openingCamera: { of: WeakRef<OpenedFrames>; pose: CameraPose } | null;
  /** The half-width of the symmetric strain ramp: 0.5 is 50 % longer or shorter. */
  strainRange: number;
  /**
   * The shown frame, 0-based; a whole number except during playback. Subscribe to it instead of using a hook: it
   * changes all the time.
   */
  frame: number;
  playing: boolean;
  loop: boolean;
  /** 0.25, 0.5, 1, 2 … */
  speed: number;
  /** The played frames, both ends inclusive. */
  range: [number, number];
  layout: ViewLayout;
  shading: Shading;
  /** Ends of the error ramp, in the sequence's unit. */
  errorRange: [number, number];
  /** Ends of the error ramp of the two rigs of a comparison. */
  candidateRange: [number, number];
  /** The colouring of these two rigs. With `difference`, B shows how much larger its error is than A's. */
  candidateShading: "error" | "difference" | "textures";
  /** Half the width of the signed ramp for their difference, in the sequence's unit. */
  candidateChange: number;
  reduce: ReduceView;
  /** The ghosts in the Deform workspace. */
  onion: OnionSkin;
  /** Whether the Deform workspace marks edges with a face on one side only. */
  showOpenEdges: boolean;
  showBones: boolean;
  /** Whether the camera is orthographic. Follows the camera. */
  orthographic: boolean;
  /** The time of one turn of the turntable, in seconds. */
  turnSeconds: number;
  /** Whether each bone of a tree shows its own axes. */
  showBoneAxes: boolean;
  showBoneNames: boolean;
  /** Whether bones show through the mesh. */
  xrayBones: boolean;
  /** Whether joints are coloured by the cost of their strictness. */
  showJointCosts: boolean;
  showGrid: boolean;
  showWireframe: boolean;
  /** Whether frames of a rig are shown with its correction, if it has one. */
  showCorrected: boolean;
  /** The bone that is selected in the outliner and the viewport. */
  selectedBone: number | null;
  /** Other selected bones, for actions that take several. */
  alsoSelected: readonly number[];
  /** Bones whose handles are hidden, by index. */
  hiddenBones: readonly number[];
  /** The solver vertex under the pointer, and the position of the pointer in CSS pixels of the viewport. */
  hovered: { vertex: number; x: number; y: number } | null;
  theme: "dark" | "light";
  /** The graphics backend; null until the renderer is ready. */
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
        paint: FIRST_PAINT,
        posing: { tool: "select", chain: null, pins: [], keepLimits: true },
        segment: null,
        firstJoint: null,
        snapJoints: true,
        masked: true,
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
        candidateShading: "error",
        candidateChange: 0.5,
        reduce: {
          shading: "positions",
          difference: true,
          positions: 1,
          normals: 5,
          positionsChange: 0.5,
          normalsChange: 2.5,
          exceptional: true,
          lasso: false,
        },
        onion: { on: false, before: 2, after: 2, spacing: 2 },
        showOpenEdges: false,
        showBones: true,
        orthographic: false,
        turnSeconds: 12,
        showBoneAxes: false,
        showBoneNames: false,
        xrayBones: true,
        showJointCosts: false,
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
