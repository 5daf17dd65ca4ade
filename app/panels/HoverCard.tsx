import { useEffect, useRef } from "react";
import { withoutCorrection } from "../../workers/model/rig";
import { shownRig, useDocument } from "../document/document";
import { influencesOf, vertexError } from "../document/measure";
import { useView } from "../document/view-state";
import { formatCount, formatLength, formatShare } from "../ui/format";
import { swatchStyle } from "./swatch";

/** Influences shown before the rest becomes a number. */
const SHOWN = 6;
/** From the pointer to the card, px. */
const OFFSET = 18;

const escapeText = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** The card's inside for one vertex: error in the shown frame and what moves it. Null where there is no rig. */
function contentFor(vertex: number): string | null {
  const { sequence } = useDocument.getState();
  const shown = shownRig(useDocument.getState());
  if (!sequence || !shown || vertex >= sequence.vertexCount) return null;
  const frame = Math.min(sequence.frameCount - 1, Math.floor(useView.getState().frame));
  const posing = useView.getState().showCorrected ? shown : withoutCorrection(shown);
  const error = formatLength(vertexError(sequence, posing, frame, vertex) * sequence.metresPerUnit);
  const influences = influencesOf(shown.weights, vertex);
  const rows = influences.slice(0, SHOWN).map(({ bone, weight }) => {
    const width = (100 * weight).toFixed(1);
    return (
      `<span><i class="sw" style="${swatchStyle(bone)}"></i><span class="ell">${escapeText(shown.bones[bone].name)}</span></span>` +
      `<span class="ibar"><i style="width:${width}%"></i></span><span class="num">${formatShare(weight)}</span>`
    );
  });
  const more = influences.length > SHOWN ? `<div class="t3">and ${influences.length - SHOWN} more</div>` : "";
  return (
    `<div class="h"><span>Vertex ${formatCount(vertex + 1)}</span><span>${error}</span></div>` +
    `<div class="inf">${rows.join("")}</div>${more}`
  );
}

/** Follows the pointer over the mesh. Filled and moved past React: it changes with every pointer move. */
export function HoverCard() {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    /** Vertex and frame that the card is filled for; empty where it has to be filled anew. */
    let filled = "";
    const update = () => {
      const element = card.current;
      const { hovered, playing, frame } = useView.getState();
      if (!element) return;
      const key = hovered && !playing ? `${hovered.vertex}/${frame}` : "";
      const content = hovered && !playing ? (key === filled ? undefined : contentFor(hovered.vertex)) : null;
      if (content !== undefined) {
        element.innerHTML = content ?? "";
        element.hidden = content === null;
        filled = content === null ? "" : key;
      }
      if (!hovered || element.hidden) return;
      const room = element.parentElement!;
      const right = hovered.x + OFFSET + element.offsetWidth > room.clientWidth - 10;
      const x = right ? hovered.x - OFFSET - element.offsetWidth : hovered.x + OFFSET;
      const y = Math.min(hovered.y + OFFSET, room.clientHeight - element.offsetHeight - 10);
      element.style.transform = `translate(${Math.max(4, Math.round(x))}px, ${Math.max(4, Math.round(y))}px)`;
    };
    const refill = () => {
      filled = "";
      update();
    };
    const stops = [
      useView.subscribe((view) => view.hovered, update),
      useView.subscribe((view) => view.frame, update),
      useView.subscribe((view) => view.playing, update),
      // A solve, an edit or an undo changes what moves the vertex under a pointer that rests.
      useView.subscribe((view) => view.showCorrected, refill),
      useDocument.subscribe(shownRig, refill),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return <div ref={card} className="tip hover" hidden aria-hidden="true" data-testid="hover-card" />;
}
