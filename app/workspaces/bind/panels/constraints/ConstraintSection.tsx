import { useMemo } from "react";
import type { HeldWeight } from "../../../../../workers/model/reports/weight-report";
import { useService } from "../../../../actions/studio";
import { useAction } from "../../../../actions/use-action";
import { formatFigure, formatSmall, plural } from "../../../../common/format";
import { heldNow, isSameHeld } from "../../../../document/binding/held-now";
import { unmetHoldsNow } from "../../../../document/binding/kept-now";
import { selectHeld } from "../../../../document/binding/select-held";
import { released, unwired, withoutHoldsAt } from "../../../../document/binding/weight-edit-strokes";
import { useBinding, useDocument, useStores } from "../../../../document/use-stores";
import { IconButton } from "../../../../ui/buttons/IconButton";
import { Note } from "../../../../ui/feedback/Note";
import { Icon } from "../../../../ui/icons/Icon";
import { Section } from "../../../../ui/layout/Section";
import { Row as ListRow, RowValue } from "../../../../ui/lists/Row";
import { useRoving } from "../../../../ui/lists/roving";
import { Tip } from "../../../../ui/overlays/Tip";
import textCss from "../../../../ui/text/text.module.css";
import { BINDING } from "../../runs/binding";
import { ConstraintRows, useConstraintRows } from "./ConstraintRows";
import css from "./ConstraintSection.module.css";

/** The constraints that share one row of the list. */
interface Row {
  id: string;
  label: string;
  /** Share of the total energy around these constraints. */
  energy: number;
  warned: boolean;
  held: HeldWeight[];
}

/** Attachments have a row each, the most strained first; borders have one row per bone. */
function rowsOf(attaches: HeldWeight[], borders: HeldWeight[], names: readonly string[]): Row[] {
  const name = (bone: number) => names[bone] ?? `bone ${bone}`;
  const single = attaches
    .map(
      (each): Row => ({
        id: `attach ${each.vertex} ${each.bone}`,
        label: `Attach ${name(each.bone)}`,
        energy: each.energy,
        warned: each.suspicious,
        held: [each],
      }),
    )
    .sort((a, b) => Number(b.warned) - Number(a.warned) || b.energy - a.energy);
  const byBone = new Map<number, HeldWeight[]>();
  for (const each of borders) {
    const list = byBone.get(each.bone);
    if (list) list.push(each);
    else byBone.set(each.bone, [each]);
  }
  const together = [...byBone].map(
    ([bone, held]): Row => ({
      id: `neumann ${bone}`,
      label: `Barrier ${name(bone)}`,
      energy: held.reduce((sum, { energy }) => sum + energy, 0) / held.length,
      warned: false,
      held,
    }),
  );
  return [...single, ...together];
}

const strainWords = ({ strain }: HeldWeight) =>
  strain > 0
    ? `The mesh is strained ${formatFigure(strain)} times as much around it as on average.`
    : "The mesh is strained much more around it than elsewhere.";

function ConstraintRow({ row }: { row: Row }) {
  const stores = useStores();
  const binding = useService(BINDING);
  const selected = useBinding((state) => row.held.some((each) => isSameHeld(each, state.selectedHeld)));
  const { kind } = row.held[0];
  const remove = () => {
    const { weightEdits } = stores.document.getState();
    binding.edit(`Remove ${row.label}`, "erase", released(weightEdits, row.held));
  };
  return (
    <ListRow as="li" selected={selected} lit={selected}>
      <button
        type="button"
        className={css.name}
        title={row.label}
        onClick={() => selectHeld(stores, row.held[0])}
        onKeyDown={(event) => {
          if (event.key !== "Delete" && event.key !== "Backspace") return;
          event.stopPropagation();
          remove();
        }}
      >
        <Icon name={kind === "attach" ? "anchor" : "neumann"} />
        <span className={textCss.ellipsis}>{row.label}</span>
        {row.held.length > 1 && <span className={textCss.tertiary}>× {row.held.length}</span>}
      </button>
      {row.warned && (
        <Tip title="Suspicious" body={strainWords(row.held[0])}>
          <span className={css.warned}>
            <Icon name="warn" />
          </span>
        </Tip>
      )}
      <RowValue>{formatSmall(row.energy)}</RowValue>
      <IconButton aria-label={`Remove ${row.label}`} onClick={remove}>
        <Icon name="x" small />
      </IconButton>
    </ListRow>
  );
}

/** Warns about attachments that are probably wrong: shows them one after the other, or removes them all. */
function SuspiciousNote() {
  const doubtful = useBinding((state) => state.held).filter((each) => each.suspicious);
  const next = useAction("bind.next-suspicious");
  const { perform } = useAction("bind.remove-suspicious");
  if (doubtful.length === 0) return null;
  return (
    <Note tone="warn">
      <Icon name="warn" />
      <span>
        {doubtful.length === 1
          ? "One attachment is suspicious: the mesh is strained much more around it than elsewhere. "
          : `${plural(doubtful.length, "attachment")} are suspicious: the mesh is strained much more around them than elsewhere. `}
        <button type="button" className={textCss.link} onClick={next.perform}>
          Show {doubtful.length === 1 ? "it" : "them"}
        </button>
        {" or "}
        <button type="button" className={textCss.link} onClick={perform}>
          remove {doubtful.length === 1 ? "it" : "them"}
        </button>
        .
      </span>
    </Note>
  );
}

/** Explains that hand-painted weights stay when weights are optimised. */
function KeptNote() {
  const count = useDocument((state) => state.weightEdits.painted.length);
  const { perform } = useAction("paint.release");
  if (count === 0) return null;
  return (
    <p className={`${textCss.tertiary} ${textCss.twoLines}`}>
      {plural(count, "vertex", "vertices")} painted by hand {count === 1 ? "is" : "are"} kept.{" "}
      <button type="button" className={textCss.link} onClick={perform}>
        Release {count === 1 ? "it" : "them"}
      </button>{" "}
      or erase with the Constraint brush.
    </p>
  );
}

/** Warns about holds without effect, because painted and locked weights leave no room for them. */
function UnmetNote() {
  const binding = useService(BINDING);
  const edits = useDocument((state) => state.weightEdits);
  const skeleton = useDocument((state) => state.skeleton);
  // Weights that stay are the same during a run, so the document's rig is enough.
  const rig = useDocument((state) => state.rig ?? state.liveRig);
  const unmet = useMemo(
    () => unmetHoldsNow({ rig, liveRig: null, skeleton, weightEdits: edits }),
    [edits, skeleton, rig],
  );
  if (unmet.length === 0) return null;
  const what = plural(unmet.length, "vertex", "vertices");
  const remove = () => binding.edit(`Remove holds at ${what}`, "erase", withoutHoldsAt(edits, unmet));
  return (
    <Note tone="warn">
      <Icon name="warn" />
      <span>
        Holds at {what} have no effect, because painted and locked weights leave no room. Release those
        weights, or{" "}
        <button type="button" className={textCss.link} onClick={remove}>
          remove these holds
        </button>
        .
      </span>
    </Note>
  );
}

function Links() {
  const stores = useStores();
  const binding = useService(BINDING);
  const wires = useDocument((state) => state.weightEdits.wires);
  if (wires.length === 0) return null;
  const count = wires.length / 2;
  const label = plural(count, "link");
  return (
    <ListRow as="li">
      <span className={css.name}>
        <Icon name="wire" />
        <span className={textCss.ellipsis}>{label}</span>
      </span>
      <IconButton
        aria-label={`Remove ${label}`}
        onClick={() =>
          binding.edit(`Remove ${label}`, "erase", unwired(stores.document.getState().weightEdits, wires))
        }
      >
        <Icon name="x" small />
      </IconButton>
    </ListRow>
  );
}

/** The list of constraints and links. Suspicious attachments come first. */
export function ConstraintSection() {
  const held = useBinding((state) => state.held);
  const edits = useDocument((state) => state.weightEdits);
  const segments = useDocument((state) => state.skeleton?.segments);
  const roving = useRoving<HTMLUListElement>(":scope > li");
  const rows = useMemo(
    () =>
      rowsOf(
        heldNow("attach", held, edits),
        heldNow("neumann", held, edits),
        segments?.map(({ name }) => name) ?? [],
      ),
    [held, edits, segments],
  );
  const wishes = useConstraintRows();
  if (rows.length === 0 && wishes.length === 0 && edits.wires.length === 0) return null;
  return (
    <Section name="constraints" title="Constraints" end={rows.length > 0 ? "energy" : undefined}>
      <ul {...roving} className={css.list} aria-label="Constraints">
        <ConstraintRows rows={wishes} />
        {rows.map((row) => (
          <ConstraintRow key={row.id} row={row} />
        ))}
        <Links />
      </ul>
      <KeptNote />
      <UnmetNote />
      <SuspiciousNote />
    </Section>
  );
}
