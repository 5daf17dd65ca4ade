import type { IconName } from "../../common/icon-names";
import type { Stores } from "../../document/stores";
import type { Shading, ViewLayout } from "../../document/view-state";
import type { Action } from "../action";
import { noLooks, noSequence, noShownRig } from "../guards/guards";

export const LAYOUTS: { value: ViewLayout; label: string; key: string }[] = [
  { value: "source", label: "Source", key: "1" },
  { value: "rig", label: "Rig", key: "2" },
  { value: "overlay", label: "Overlay", key: "3" },
  { value: "side-by-side", label: "Side by side", key: "4" },
];

export const SHADINGS: { value: Shading; label: string; icon: IconName; help: string }[] = [
  { value: "clay", label: "Clay", icon: "ball", help: "The lit surface." },
  {
    value: "textures",
    label: "Textures",
    icon: "image",
    help: "The mesh’s own materials and vertex colours.",
  },
  { value: "error", label: "Error", icon: "heat", help: "Distance between rig and source." },
  { value: "weights", label: "Weights", icon: "ramp", help: "Weight of the selected bone." },
  { value: "bones", label: "Bone colours", icon: "layers", help: "Each bone's colour, by weight." },
  { value: "influences", label: "Influences", icon: "count", help: "How many bones move each vertex." },
];

/** Why a shading cannot be shown, or null. */
export function noShading(stores: Stores, shading: Shading): string | null {
  if (shading === "clay") return noSequence(stores);
  return shading === "textures" ? noLooks(stores) : noShownRig(stores);
}

/** The Skeleton workspace shows the same views as the Solve workspace. */
const ALSO = ["skeleton"];

/** Actions that choose what the views show and how the surface is coloured. */
export const LOOKS_ACTIONS: Action[] = [
  ...LAYOUTS.map(
    ({ value, label, key }): Action => ({
      id: `view.${value}`,
      label,
      also: ALSO,
      keys: [key],
      menu: ["View", 0],
      refusal: (stores) => (value === "source" ? noSequence(stores) : noShownRig(stores)),
      checked: ({ view }) => view.getState().layout === value,
      perform: ({ view }) => view.setState({ layout: value }),
    }),
  ),
  ...SHADINGS.map(
    ({ value, label, icon, help }): Action => ({
      id: `shading.${value}`,
      label: `Shading: ${label.toLowerCase()}`,
      also: ALSO,
      icon,
      help,
      menu: ["View", 1],
      refusal: (stores) => noShading(stores, value),
      checked: ({ view }) => view.getState().shading === value,
      perform: ({ view }) => view.setState({ shading: value }),
    }),
  ),
];
