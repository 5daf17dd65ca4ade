import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { useService } from "../../../../actions/studio";
import { type CompareSide, referenceRun, type SortKey } from "../../../../document/compare/compare-state";
import { useCompare, useStores } from "../../../../document/use-stores";
import { ERms } from "../../../../panels/report/Report";
import { Tip } from "../../../../ui/overlays/Tip";
import { errorChange } from "../../runs/compare-table";
import { COMPARING, type Comparing } from "../../runs/comparing";
import { useTableRows } from "../use-compare";
import { ResultRow } from "./ResultRow";
import css from "./ResultsTable.module.css";
import { RunningRow } from "./RunningRow";

/** The sortable columns. Their widths are in ResultsTable.module.css. */
const COLUMNS: { key: SortKey; className?: string; label: React.ReactNode; name: string; about: string }[] = [
  {
    key: "method",
    className: css.name,
    label: "Method",
    name: "Method",
    about: "With the settings that differ from its defaults.",
  },
  {
    key: "bones",
    label: "Bones",
    name: "Bones",
    about: "Bones found, and the requested number if it differs.",
  },
  {
    key: "eRms",
    label: <ERms />,
    name: "E RMS",
    about: "RMS error of all frames, in thousandths of half the diagonal.",
  },
  {
    key: "change",
    className: css.change,
    label: "Δ",
    name: "Change",
    about: "Error relative to the result in view A, or the selected one.",
  },
  {
    key: "largest",
    className: css.largest,
    label: "Largest",
    name: "Largest error",
    about: "Share of the diagonal.",
  },
  {
    key: "heldOut",
    className: undefined,
    label: "Held out",
    name: "Held-out error",
    about: "On frames that the solve did not see.",
  },
  {
    key: "seconds",
    className: css.seconds,
    label: "Seconds",
    name: "Seconds",
    about: "Time on this machine.",
  },
  {
    key: "influences",
    className: css.influences,
    label: "Influences",
    name: "Influences",
    about: "Mean per vertex.",
  },
  { key: "size", className: css.size, label: "Size", name: "Size", about: "Size of weights and motion." },
  {
    key: "bits",
    className: css.bits,
    label: "Bits / vertex / frame",
    name: "Bits",
    about: "Bits of weights and motion per vertex and frame.",
  },
];

function Heading({ column }: { column: (typeof COLUMNS)[number] }) {
  const stores = useStores();
  const { key, className = "", label, name, about } = column;
  const sort = useCompare((compare) => compare.sort);
  const by = sort.key === key;
  const onClick = () => stores.compare.setState({ sort: { key, down: by ? !sort.down : false } });
  return (
    <th
      scope="col"
      className={by ? `${className} ${css.sorted}` : className}
      colSpan={key === "eRms" ? 2 : 1}
      aria-sort={by ? (sort.down ? "descending" : "ascending") : "none"}
    >
      <Tip title={name} body={about}>
        <button type="button" aria-label={`Sort by ${name.toLowerCase()}`} onClick={onClick}>
          {label}
          <span aria-hidden="true">{by ? (sort.down ? " ↓" : " ↑") : ""}</span>
        </button>
      </Tip>
    </th>
  );
}

/** The results, sorted by any column. Arrows select a row, Enter opens it, A and B show it in a view. */
export function ResultsTable() {
  const stores = useStores();
  const comparing = useService(COMPARING);
  const rows = useTableRows();
  const sides = useCompare((compare) => compare.sides);
  const selected = useCompare((compare) => compare.selected);
  const opened = useCompare((compare) => compare.opened);
  const body = useRef<HTMLTableElement>(null);
  const id = useId();
  const at = rows.findIndex((run) => run.id === selected);
  const reference = useCompare(referenceRun);
  const most = Math.max(...rows.map(({ report }) => report!.eRms), 1e-9);
  const select = (run: number) => stores.compare.setState({ selected: run });

  // Scrolls to a row that was selected in the plot.
  useEffect(() => {
    if (at >= 0) document.getElementById(`${id}${at}`)?.scrollIntoView({ block: "nearest" });
  }, [at, id]);

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.target !== event.currentTarget || rows.length === 0) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = rowAfter(event.key, at, rows.length);
    if (to !== null) select(rows[to].id);
    else if (!rows[at] || !takeKey(comparing, event.key, rows[at].id)) return;
    event.preventDefault();
  };

  return (
    <table
      ref={body}
      className={css.table}
      role="grid"
      aria-label="Results"
      aria-rowcount={rows.length + 1}
      aria-activedescendant={at >= 0 ? `${id}${at}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <thead>
        <tr>
          <td className={css.side} />
          {COLUMNS.map((column) => (
            <Heading key={column.key} column={column} />
          ))}
          <td className={css.tools} />
        </tr>
      </thead>
      <tbody>
        {rows.map((run, n) => (
          <ResultRow
            key={run.id}
            id={`${id}${n}`}
            run={run}
            share={run.report!.eRms / most}
            side={sides.a === run.id ? "a" : sides.b === run.id ? "b" : null}
            selected={run.id === selected}
            opened={run.id === opened}
            change={errorChange(run, reference)}
            isReference={run === reference}
            onSelect={select}
          />
        ))}
      </tbody>
      <RunningRow />
    </table>
  );
}

/** The row that a key selects, among `count`; null for other keys. */
function rowAfter(key: string, at: number, count: number): number | null {
  const to: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at < 0 ? count - 1 : at - 1,
    Home: 0,
    End: count - 1,
  };
  return key in to ? Math.max(0, Math.min(count - 1, to[key])) : null;
}

/** Does with a run what a key says. @returns false for other keys. */
function takeKey(comparing: Comparing, key: string, run: number): boolean {
  if (key === "Enter") comparing.open(run);
  else if (key === "Delete" || key === "Backspace") comparing.remove(run);
  else if (/^[ab]$/i.test(key)) comparing.show(key.toLowerCase() as CompareSide, run);
  else return false;
  return true;
}
