import { saveBookmark } from "../../document/scene/bookmark-commands";
import { TURNTABLE } from "../../document/session/turntable";
import type { ViewDirection } from "../../viewport/camera/camera-moves";
import type { Action } from "../action";
import { noSequence } from "../guards/guards";
import type { Studio } from "../studio";

/** One press turns the view by this angle, in radians. */
const TURN = Math.PI / 12;
const ZOOM = 1.25;

const movesOf = ({ viewport }: Studio) => viewport.current?.moves;

const look = (direction: ViewDirection, label: string, keys: [string, ...string[]]): Action => ({
  id: `view.${direction}`,
  label: `${label} view`,
  words: "camera axis orthographic side",
  icon: "cube",
  keys,
  refusal: noSequence,
  perform: (studio) => movesOf(studio)?.look(direction),
});

const turn = (
  way: "left" | "right" | "up" | "down",
  keys: [string, ...string[]],
  yaw: number,
  pitch: number,
): Action => ({
  id: `view.orbit-${way}`,
  label: `Orbit ${way}`,
  words: "rotate camera turn",
  keys,
  refusal: noSequence,
  perform: (studio) => movesOf(studio)?.turn(yaw * TURN, pitch * TURN),
});

const zoom = (way: "in" | "out", keys: [string, ...string[]], factor: number): Action => ({
  id: `view.zoom-${way}`,
  label: `Zoom ${way}`,
  words: "dolly camera closer",
  keys,
  refusal: noSequence,
  perform: (studio) => movesOf(studio)?.zoom(factor),
});

/** Actions that move the camera. */
export const CAMERA_ACTIONS: Action[] = [
  look("front", "Front", ["Num1", "Alt+1"]),
  look("back", "Back", ["Ctrl+Num1", "Alt+Shift+1"]),
  look("right", "Right", ["Num3", "Alt+3"]),
  look("left", "Left", ["Ctrl+Num3", "Alt+Shift+3"]),
  look("top", "Top", ["Num7", "Alt+7"]),
  look("bottom", "Bottom", ["Ctrl+Num7", "Alt+Shift+7"]),
  {
    id: "view.opposite",
    label: "Opposite view",
    words: "flip camera",
    icon: "cube",
    keys: ["Num9", "Alt+9"],
    refusal: noSequence,
    perform: (studio) => movesOf(studio)?.opposite(),
  },
  {
    id: "view.orthographic",
    label: "Orthographic",
    words: "perspective ortho parallel projection",
    help: "Shows everything at the same scale, without perspective.",
    keys: ["Num5", "Alt+5"],
    menu: ["View", 3],
    refusal: noSequence,
    checked: ({ view }) => view.getState().orthographic,
    perform: (studio) => movesOf(studio)?.setOrthographic(!studio.view.getState().orthographic),
  },
  turn("left", ["Num4", "Ctrl+Left"], -1, 0),
  turn("right", ["Num6", "Ctrl+Right"], 1, 0),
  turn("up", ["Num8", "Ctrl+Up"], 0, 1),
  turn("down", ["Num2", "Ctrl+Down"], 0, -1),
  zoom("in", ["NumPlus", "Alt+Up"], 1 / ZOOM),
  zoom("out", ["Num-", "Alt+Down"], ZOOM),
  {
    id: "view.previous-view",
    label: "Previous view",
    words: "undo camera back",
    keys: ["PageUp"],
    menu: ["View", 3],
    refusal: noSequence,
    perform: (studio) => movesOf(studio)?.previous(),
  },
  {
    id: "view.next-view",
    label: "Next view",
    words: "redo camera forward",
    keys: ["PageDown"],
    menu: ["View", 3],
    refusal: noSequence,
    perform: (studio) => movesOf(studio)?.next(),
  },
  {
    id: "view.save-bookmark",
    label: "Save view",
    words: "camera bookmark remember",
    icon: "bookmark",
    help: "Saves this view in the project. The Views menu lists saved views.",
    keys: ["Ctrl+Shift+B"],
    menu: ["View", 3],
    refusal: noSequence,
    perform: (studio) => {
      const pose = studio.viewport.current?.camera();
      if (pose) studio.history.run(saveBookmark(studio, pose));
    },
  },
  {
    id: "view.turntable",
    label: "Turntable",
    words: "spin rotate camera around",
    icon: "turntable",
    help: "Moves the camera around the mesh. The Views menu sets the time for a turn.",
    keys: ["Shift+T"],
    menu: ["View", 3],
    refusal: noSequence,
    checked: (stores) => stores.of(TURNTABLE).getState().on,
    perform: (studio) => studio.of(TURNTABLE).setState(({ on }) => ({ on: !on })),
  },
];
