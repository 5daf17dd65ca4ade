import { useEffect, useRef } from "react";
import { useStudio } from "../../../actions/studio";
import { useAction } from "../../../actions/use-action";
import { formatCount, formatWeight } from "../../../common/format";
import { shownRig } from "../../../document/document";
import { influencesOf } from "../../../document/measure";
import { setPaint } from "../../../document/paint-settings";
import { toast } from "../../../document/session/toasts";
import type { Stores } from "../../../document/stores";
import { useDocument, useStores, useView } from "../../../document/use-stores";
import { Swatch, swatchElement } from "../../../panels/bones/swatch";
import { useShownRig } from "../../../panels/bones/use-bones";
import { IconButton } from "../../../ui/buttons/IconButton";
import { NumberField } from "../../../ui/fields/NumberField";
import numberFieldCss from "../../../ui/fields/NumberField.module.css";
import { element, iconElement } from "../../../ui/icons/elements";
import { Icon } from "../../../ui/icons/Icon";
import layoutCss from "../../../ui/layout/layout.module.css";
import textCss from "../../../ui/text/text.module.css";
import { typeWeight } from "../weight-edits-by-hand";
import css from "./VertexTable.module.css";

/** Number of influences listed for the vertex under the pointer. */
const SHOWN = 6;

const NOTHING_READ = "Move over the mesh to read weights. V selects the vertex.";

/** The rows for the vertex under the pointer. */
function rowsFor(stores: Stores, vertex: number): HTMLElement[] {
  const rig = shownRig(stores.document.getState());
  if (!rig || vertex + 1 >= rig.weights.offsets.length) return [];
  const { locked } = stores.document.getState().weightEdits;
  const all = influencesOf(rig.weights, vertex);
  const rows = all.slice(0, SHOWN).map(({ bone, weight }) => {
    const fill = element("span", {
      class: numberFieldCss.fill,
      style: { width: `${(100 * weight).toFixed(1)}%` },
    });
    const name = element("span", { class: `${layoutCss.grow} ${textCss.ellipsis}` }, rig.bones[bone].name);
    const lock = locked.includes(rig.bones[bone].name) ? [iconElement("lock")] : [];
    const value = element("span", { class: numberFieldCss.value }, formatWeight(weight));
    const field = element(
      "div",
      { class: `${numberFieldCss.field} ${numberFieldCss.still}`, ui: "number-field" },
      fill,
      value,
    );
    return element("div", { class: css.entry }, swatchElement(stores, bone), name, ...lock, field);
  });
  const others = all.length - SHOWN;
  return others > 0 ? [...rows, element("div", { class: textCss.tertiary }, `and ${others} more`)] : rows;
}

/** The weights of the vertex under the pointer. Updated without React renders, because they change with every move. */
function AtPointer() {
  const stores = useStores();
  const head = useRef<HTMLSpanElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let filled = -1;
    const fill = (vertex: number | null) => {
      if (vertex === null || vertex === filled || !head.current || !body.current) return;
      filled = vertex;
      head.current.textContent = `At the pointer, vertex ${formatCount(vertex + 1)}`;
      body.current.replaceChildren(...rowsFor(stores, vertex));
    };
    const refill = () => {
      const vertex = filled;
      filled = -1;
      fill(vertex >= 0 ? vertex : null);
    };
    // The mesh was changed or closed, so the shown vertex no longer exists.
    const clear = () => {
      filled = -1;
      if (head.current) head.current.textContent = NOTHING_READ;
      if (body.current) body.current.textContent = "";
    };
    const now = () => fill(stores.view.getState().hovered?.vertex ?? null);
    now();
    const stops = [
      stores.view.subscribe((view) => view.hovered, now),
      stores.document.subscribe(({ weightEdits }) => weightEdits.locked, refill),
      stores.document.subscribe(shownRig, refill),
      stores.document.subscribe((state) => state.sequence?.frames, clear),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [stores.view.subscribe, stores.view.getState, stores.document.subscribe, stores]);
  return (
    <section className={`${css.table} ${css.atPointer}`} aria-label="Weights at the pointer">
      <div className={css.head}>
        <span ref={head}>{NOTHING_READ}</span>
      </div>
      <div ref={body} className={layoutCss.stack} />
    </section>
  );
}

/** The weights of the selected vertex, to type or drag. The selected bone is listed even if its weight is 0. */
function AtVertex({ vertex }: { vertex: number }) {
  const stores = useStores();
  const { history } = useStudio();
  const rig = useShownRig();
  const bone = useView((view) => view.selectedBone);
  const locked = useDocument((state) => state.weightEdits.locked);
  // Typed weights change the selected layer. They are refused for the same reasons as this operation.
  const { refusal } = useAction("paint.normalise");
  const close = useAction("paint.no-vertex");
  if (!rig || vertex + 1 >= rig.weights.offsets.length) return null;
  const rows = influencesOf(rig.weights, vertex);
  if (bone !== null && rig.bones[bone] && !rows.some((row) => row.bone === bone))
    rows.push({ bone, weight: 0 });
  return (
    <section className={css.table} aria-label="Weights of the vertex">
      <div className={css.head}>
        <span className={layoutCss.grow}>Vertex {formatCount(vertex + 1)}</span>
        <IconButton aria-label="Deselect vertex" onClick={close.perform}>
          <Icon name="x" />
        </IconButton>
      </div>
      {rows.map((row) => (
        <div key={row.bone} className={css.entry}>
          <Swatch bone={row.bone} />
          <span className={`${layoutCss.grow} ${textCss.ellipsis}`}>{rig.bones[row.bone].name}</span>
          {locked.includes(rig.bones[row.bone].name) && <Icon name="lock" />}
          <NumberField
            label={`Weight of ${rig.bones[row.bone].name}`}
            value={row.weight}
            range={{ step: 0.01, soft: [0, 1] }}
            write={formatWeight}
            disabled={refusal !== null || locked.includes(rig.bones[row.bone].name)}
            onCommit={(value) => {
              const command = typeWeight(stores, vertex, row.bone, value);
              if (typeof command === "string") toast(stores, "Nothing changed", command);
              else if (command) history.run(command);
            }}
          />
        </div>
      ))}
    </section>
  );
}

/** The weights of the selected vertex, or else of the vertex under the pointer. */
export function VertexTable() {
  const stores = useStores();
  const vertex = useView((view) => view.paint.vertex);
  const count = useDocument((state) => state.sequence?.vertexCount ?? 0);
  const isGone = vertex !== null && vertex >= count;
  useEffect(() => {
    if (isGone) setPaint(stores, { vertex: null });
  }, [isGone, stores]);
  return vertex === null || isGone ? <AtPointer /> : <AtVertex vertex={vertex} />;
}
