import type { Action } from "../../../actions/action";
import { brushActions } from "../../../actions/everywhere/brush-actions";
import { noLooks, noSequence } from "../../../actions/guards/guards";
import { noSelectedBone, noWeights } from "../../../actions/guards/weight-guards";
import { shownRig } from "../../../document/document";
import { influencesOf } from "../../../document/measure";
import { paintState, setPaint } from "../../../document/paint-settings";
import { selectedWeight } from "../../../document/selection";
import type { Stores } from "../../../document/stores";
import { REACHES } from "../../../panels/brush/BrushFields";
import { WEIGHT_OPERATIONS } from "../../../panels/brush/operations";
import { COLOURS, isSelecting, PAINT_TOOLS } from "./paint-words";

type Flag = "pressure" | "tilt" | "frontOnly" | "rest" | "turning" | "solo";

const toggle = (
  key: Flag,
  words: Pick<Action, "id" | "label" | "words" | "icon" | "keys" | "help">,
  needs: Action["refusal"] = noSequence,
): Action => ({
  ...words,
  menu: ["View", 8],
  refusal: needs,
  checked: (stores) => paintState(stores)[key],
  perform: (studio) => setPaint(studio, { [key]: !paintState(studio)[key] }),
});

/** Why the active tool has no eraser now, or null. */
function nothingToErase(stores: Stores): string | null {
  const { tool } = paintState(stores);
  if (tool === "skeleton") return noSequence(stores) ?? "Delete removes bones. Choose a brush to erase.";
  if (isSelecting(tool))
    return noSequence(stores) ?? "Ctrl removes vertices from the selection. Choose a brush to erase.";
  return PAINT_TOOLS.find((one) => one.tool === tool)?.needs(stores) ?? null;
}

/** The weight of the selected bones at the vertex under the pointer; null beside the mesh. */
function weightUnderPointer(stores: Stores): number | null {
  const { hovered } = stores.view.getState();
  const rig = shownRig(stores.document.getState());
  if (!hovered || !rig) return null;
  return selectedWeight(stores.view.getState(), influencesOf(rig.weights, hovered.vertex));
}

/** Actions for the tools of the Paint workspace and for its display of the mesh. */
export const PAINT_ACTIONS: Action[] = [
  ...PAINT_TOOLS.map(
    ({ tool, label, term, key, icon, help, needs }): Action => ({
      id: `paint.${tool}`,
      label: `${label}${term ? ` (${term})` : ""} tool`,
      icon,
      keys: [key],
      help,
      refusal: needs,
      checked: (stores) => paintState(stores).tool === tool,
      perform: (studio) => setPaint(studio, { tool }),
    }),
  ),
  ...WEIGHT_OPERATIONS.map(
    ({ value, label, help }): Action => ({
      id: `paint.operation-${value}`,
      label: `Weight brush: ${label.toLowerCase()}`,
      icon: "brush",
      help,
      refusal: noWeights,
      checked: (stores) => paintState(stores).operation === value,
      perform: (studio) => setPaint(studio, { tool: "weight", operation: value }),
    }),
  ),
  ...REACHES.map(
    ({ value, label, help }): Action => ({
      id: `paint.reach-${value}`,
      label: `Brush reach: ${label.toLowerCase()}`,
      icon: "reach",
      help,
      refusal: noSequence,
      checked: (stores) => paintState(stores).reach === value,
      perform: (studio) => setPaint(studio, { reach: value }),
    }),
  ),
  ...COLOURS.map(
    ({ value, label, icon, help }): Action => ({
      id: `paint.colours-${value}`,
      label: `Paint colours: ${label.toLowerCase()}`,
      icon,
      help,
      refusal: value === "clay" ? noSequence : value === "textures" ? noLooks : noWeights,
      checked: (stores) => paintState(stores).colours === value,
      perform: (studio) => setPaint(studio, { colours: value }),
    }),
  ),
  ...brushActions({
    prefix: "paint",
    name: "brush",
    menu: ["View", 8],
    get: paintState,
    set: setPaint,
    refusal: noSequence,
    eraserRefusal: nothingToErase,
  }),
  {
    id: "paint.pick-value",
    label: "Pick value under pointer",
    words: "eyedropper sample",
    icon: "brush",
    keys: ["I"],
    help: "Sets the brush's value to the weight of the selected bone there.",
    refusal: (stores) =>
      noWeights(stores) ??
      noSelectedBone(stores) ??
      (weightUnderPointer(stores) === null ? "The pointer is not on the mesh." : null),
    perform: (studio) => {
      const weight = weightUnderPointer(studio);
      if (weight !== null) setPaint(studio, { value: Math.round(1000 * weight) / 1000 });
    },
  },
  toggle("frontOnly", {
    id: "paint.front-only",
    label: "Front faces only",
    icon: "front",
    help: "Paints only surfaces that face the camera.",
  }),
  toggle("pressure", {
    id: "paint.pressure",
    label: "Pen pressure",
    icon: "pen",
    help: "Pen pressure sets the strength.",
  }),
  toggle("tilt", {
    id: "paint.tilt",
    label: "Pen tilt",
    icon: "pen",
    help: "A tilted pen stretches the brush along its shaft.",
  }),
  toggle(
    "rest",
    {
      id: "paint.rest",
      label: "Rest pose",
      words: "t-pose bind pose",
      icon: "rest",
      keys: ["Shift+R"],
      help: "Shows and paints the mesh in its rest pose.",
    },
    noWeights,
  ),
  toggle(
    "turning",
    {
      id: "paint.turn",
      label: "Rotate bone",
      icon: "rotate",
      keys: ["R"],
      help: "Shows rings that rotate the selected bone.",
    },
    noWeights,
  ),
  toggle(
    "solo",
    {
      id: "paint.solo",
      label: "Solo",
      icon: "eye",
      keys: ["S"],
      help: "Only the selected bone moves the mesh.",
    },
    noWeights,
  ),
];
