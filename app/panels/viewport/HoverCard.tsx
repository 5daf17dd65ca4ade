import { useEffect, useRef } from "react";
import { type Rig, withoutCorrection } from "../../../workers/model/rig/rig";
import { useKeys } from "../../actions/keys/action-keys";
import { formatCount, formatLength, formatShare, formatWeight } from "../../common/format";
import { chordText, onMac } from "../../common/key-chords";
import { shownRig } from "../../document/document";
import { SOURCE_FRAMES } from "../../document/frames/source-frames";
import { type Influence, influencesOf, vertexError } from "../../document/measure";
import { selectedBones, selectedWeight } from "../../document/selection";
import type { Stores } from "../../document/stores";
import { useStores } from "../../document/use-stores";
import { element } from "../../ui/icons/elements";
import tipCss from "../../ui/overlays/Tip.module.css";
import textCss from "../../ui/text/text.module.css";
import { swatchElement } from "../bones/swatch";
import css from "./HoverCard.module.css";

/** The number of influences in the list; the others are only counted. */
const SHOWN = 6;
/** Distance between the pointer and the card, px. */
const OFFSET = 18;

/** The card's content for one vertex: its error in the shown frame, and its influences. Null without a rig. */
function contentFor(stores: Stores, vertex: number, pickKey: string | undefined): HTMLElement[] | null {
  const { sequence } = stores.document.getState();
  const shown = shownRig(stores.document.getState());
  if (!sequence || !shown || vertex >= sequence.vertexCount) return null;
  const frame = Math.min(sequence.frameCount - 1, Math.floor(stores.view.getState().frame));
  const posing = stores.view.getState().showCorrected ? shown : withoutCorrection(shown);
  const source = stores.of(SOURCE_FRAMES).at(sequence, frame);
  const error = source
    ? formatLength(vertexError(source, posing, frame, vertex) * sequence.metresPerUnit)
    : "reading…";
  const influences = influencesOf(shown.weights, vertex);
  const rows = influences.slice(0, SHOWN).flatMap(({ bone, weight }) => {
    const name = element("span", { class: textCss.ellipsis }, shown.bones[bone].name);
    const bar = element("i", { style: { width: `${(100 * weight).toFixed(1)}%` } });
    return [
      element("span", {}, swatchElement(stores, bone), name),
      element("span", { class: css.bar }, bar),
      element("span", { class: `${textCss.number} ${css.share}` }, formatShare(weight)),
    ];
  });
  const number = element("span", {}, `Vertex ${formatCount(vertex + 1)}`);
  const content = [
    element("div", { class: tipCss.head }, number, element("span", {}, error)),
    element("div", { class: css.influences }, ...rows),
  ];
  const picked = pickedValue(stores, shown, influences, pickKey);
  if (picked) content.push(picked);
  const others = influences.length - SHOWN;
  return others > 0
    ? [...content, element("div", { class: textCss.tertiary }, `and ${others} more`)]
    : content;
}

/** The selected bones' weight, with the key that copies it to the brush. Null outside the Paint workspace. */
function pickedValue(
  stores: Stores,
  { bones }: Rig,
  influences: readonly Influence[],
  key: string | undefined,
): HTMLElement | null {
  const view = stores.view.getState();
  const name = view.workspace === "paint" ? bones[view.selectedBone ?? -1]?.name : undefined;
  if (name === undefined) return null;
  const count = selectedBones(view).length;
  const weight = formatWeight(selectedWeight(view, influences));
  return element(
    "div",
    { class: `${tipCss.head} ${textCss.tertiary}` },
    element("span", { class: textCss.ellipsis }, count > 1 ? `${count} bones` : name),
    element("span", {}, `${weight} `, ...(key ? [element("kbd", {}, chordText(key, onMac()))] : [])),
  );
}

/**
 * A card that follows the pointer over the mesh. It is filled and moved without React renders, because it changes with
 * every pointer move.
 */
export function HoverCard() {
  const stores = useStores();
  const card = useRef<HTMLDivElement>(null);
  const [pickKey] = useKeys("paint.pick-value");
  useEffect(() => {
    /** Vertex and frame that the card shows; empty if it has to be filled again. */
    let filled = "";
    const update = () => {
      const box = card.current;
      const { hovered, playing, frame } = stores.view.getState();
      if (!box) return;
      const key = hovered && !playing ? `${hovered.vertex}/${frame}` : "";
      const content =
        hovered && !playing
          ? key === filled
            ? undefined
            : contentFor(stores, hovered.vertex, pickKey)
          : null;
      if (content !== undefined) {
        box.replaceChildren(...(content ?? []));
        box.hidden = content === null;
        filled = content === null ? "" : key;
      }
      if (!hovered || box.hidden) return;
      const room = box.parentElement!;
      const right = hovered.x + OFFSET + box.offsetWidth > room.clientWidth - 10;
      const x = right ? hovered.x - OFFSET - box.offsetWidth : hovered.x + OFFSET;
      const y = Math.min(hovered.y + OFFSET, room.clientHeight - box.offsetHeight - 10);
      box.style.transform = `translate(${Math.max(4, Math.round(x))}px, ${Math.max(4, Math.round(y))}px)`;
    };
    const refill = () => {
      filled = "";
      update();
    };
    const stops = [
      stores.view.subscribe((view) => view.hovered, update),
      stores.view.subscribe((view) => view.frame, update),
      stores.view.subscribe((view) => view.playing, update),
      // These change a vertex's error or influences while the pointer is still.
      stores.view.subscribe((view) => view.showCorrected, refill),
      stores.view.subscribe((view) => view.selectedBone, refill),
      stores.view.subscribe((view) => view.alsoSelected, refill),
      stores.document.subscribe(shownRig, refill),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [stores.view.subscribe, stores.view.getState, stores.document.subscribe, stores, pickKey]);
  return (
    <div
      ref={card}
      className={`${tipCss.tip} ${css.card}`}
      hidden
      aria-hidden="true"
      data-testid="hover-card"
    />
  );
}
