import { formatCount } from "../../../common/format";
import { suspicious } from "../../../document/binding/binding-state";
import { heldNow } from "../../../document/binding/held-now";
import { useBinding, useDocument, usePaintNews, useView } from "../../../document/use-stores";
import layoutCss from "../../../ui/layout/layout.module.css";
import overlayCss from "../../../ui/overlays/Overlay.module.css";
import textCss from "../../../ui/text/text.module.css";
import css from "./MarkerLegend.module.css";

const SHAPES = {
  mask: <path d="M0 8.500c3-7 9-7 12 0" strokeDasharray="2.5 2" />,
  selected: <circle cx="6" cy="6" r="2.4" className={css.solid} />,
  painted: <circle cx="6" cy="6" r="3.5" />,
  attach: <rect x="2.5" y="2.5" width="7" height="7" className={css.solid} />,
  neumann: <path d="M6 1 11 6 6 11 1 6z" />,
  wire: <path d="M1 6h10" strokeDasharray="2.5 2" />,
  alone: <path d="M2 2 10 10M10 2 2 10" />,
  suspicious: <path d="M6 1 11.5 11H.5z" className={css.warned} />,
};

/** A kind of marker, and the number of such markers. */
function Line({ shape, name, count }: { shape: keyof typeof SHAPES; name: string; count?: number }) {
  if (count === 0) return null;
  return (
    <div className={css.line} title={name}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        {SHAPES[shape]}
      </svg>
      <span className={`${textCss.secondary} ${css.kind}`}>{name}</span>
      <span className={`${textCss.number} ${layoutCss.grow}`}>
        {count !== undefined && formatCount(count)}
      </span>
    </div>
  );
}

/** Explains the markers over the mesh, and counts them. */
export function MarkerLegend() {
  const held = useBinding((state) => state.held);
  const edits = useDocument((state) => state.weightEdits);
  const attaches = heldNow("attach", held, edits);
  const borders = heldNow("neumann", held, edits);
  const links = edits.wires.length / 2;
  // As the rings over the mesh.
  const ringed = useView(({ paint }) => paint.tool === "constraint");
  const painted = ringed ? edits.painted.length : 0;
  const alone = usePaintNews((news) => news.unmatched?.length ?? 0);
  const selection = useDocument((state) => state.vertexSelection);
  const masked = useView((view) => view.masked);
  const selected = selection.vertices.length;
  const isMasked = masked && selection.mask?.some((share) => share >= 0.5) === true;
  if (attaches.length + borders.length + links + painted + alone + selected === 0 && !isMasked) return null;
  return (
    <section className={`${overlayCss.overlay} ${overlayCss.card} ${css.markers}`} aria-label="Markers">
      {isMasked && <Line shape="mask" name="Mask edge" />}
      <Line shape="selected" name="Selected" count={selected} />
      <Line shape="painted" name="Painted by hand" count={painted} />
      <Line shape="attach" name="Attach" count={attaches.length} />
      <Line shape="neumann" name="Barrier" count={borders.length} />
      <Line shape="wire" name="Links" count={links} />
      <Line shape="alone" name="No mirror partner" count={alone} />
      <Line shape="suspicious" name="Suspicious" count={suspicious(attaches).length} />
    </section>
  );
}
