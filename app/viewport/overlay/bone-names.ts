import { selectedBones } from "../../document/selection";
import type { ViewCamera } from "../picking/view-camera";
import type { ToolContext, ViewportTool } from "../pointer/tool";
import type { DrawnView } from "../views/views";
import css from "./bone-names.module.css";
import type { Shapes, ViewPoint } from "./shapes";

/** The room of a label in CSS pixels: per letter, beside the letters, and its height. */
const LETTER = 6.3;
const PADDING = 12;
const HEIGHT = 17;

/** A name and its place in a view. */
export interface PlacedName {
  bone: number;
  at: ViewPoint;
}

/**
 * The names that fit without overlap. Earlier names have priority.
 * @param letters the length of each bone's name.
 */
export function namesThatFit(names: readonly PlacedName[], letters: (bone: number) => number): PlacedName[] {
  const taken: { x: number; y: number; half: number }[] = [];
  return names.filter(({ bone, at: [x, y] }) => {
    const half = (LETTER * letters(bone) + PADDING) / 2;
    const isFree = taken.every(
      (other) => Math.abs(other.y - y) >= HEIGHT || Math.abs(other.x - x) >= other.half + half,
    );
    if (isFree) taken.push({ x, y, half });
    return isFree;
  });
}

/** Writes names beside bones, if the view shows bones and the artist has switched names on. */
export function boneNameLabels({ stores, stage, element }: ToolContext): ViewportTool {
  const layer = document.createElement("div");
  layer.className = css.layer;
  layer.setAttribute("aria-hidden", "true");
  element.append(layer);
  const labels: HTMLElement[] = [];
  let used = 0;

  const write = (name: string, x: number, y: number, isChosen: boolean) => {
    let label = labels[used];
    if (!label) {
      label = document.createElement("span");
      label.dataset.ui = "bone-name";
      labels.push(label);
      layer.append(label);
    }
    used++;
    label.hidden = false;
    label.className = isChosen ? `${css.name} ${css.chosen}` : css.name;
    if (label.textContent !== name) label.textContent = name;
    label.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) translate(-50%, -50%)`;
  };

  const draw = (_: Shapes, part: DrawnView, viewCamera: ViewCamera): void => {
    const view = stores.view.getState();
    const [first] = stage.parts();
    if (part.left === first.left && part.top === first.top) used = 0;
    const rig = stage.rig;
    if (view.showBoneNames && part.look.bones && rig) {
      const chosen = selectedBones(view);
      const placed = stage.overlays.bones.places(viewCamera, view.hiddenBones);
      const rank = ({ bone }: PlacedName) => (chosen.includes(bone) ? 0 : 1);
      const ordered = [...placed].sort((a, b) => rank(a) - rank(b));
      const fitting = namesThatFit(ordered, (j) => rig.bones[j]?.name.length ?? 0);
      for (const { bone, at } of fitting) {
        const { name } = rig.bones[bone];
        write(name, at[0] + part.left, at[1] + part.top, chosen.includes(bone));
      }
    }
    for (let n = used; n < labels.length; n++) labels[n].hidden = true;
  };
  stage.overlays.marks.add(draw);
  return {
    hover: () => null,
    grab: () => null,
    stop() {
      stage.overlays.marks.delete(draw);
      layer.remove();
    },
  };
}
