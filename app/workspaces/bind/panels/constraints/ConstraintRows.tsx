import { useMemo } from "react";
import { useService, useStudio } from "../../../../actions/studio";
import { formatCount } from "../../../../common/format";
import { type ConstraintRow, constraintRows } from "../../../../document/binding/constraint-rows";
import { shownRig } from "../../../../document/document";
import type { History } from "../../../../document/history/history";
import { setPaint } from "../../../../document/paint-settings";
import { selectBones } from "../../../../document/selection";
import type { Stores } from "../../../../document/stores";
import { useDocument, useStores, useView } from "../../../../document/use-stores";
import { lockWeights } from "../../../../document/weights/weight-locks";
import { IconButton } from "../../../../ui/buttons/IconButton";
import { Icon } from "../../../../ui/icons/Icon";
import { Row as ListRow } from "../../../../ui/lists/Row";
import textCss from "../../../../ui/text/text.module.css";
import { BINDING, type Binding } from "../../runs/binding";
import constraintSectionCss from "./ConstraintSection.module.css";

/** Selects the bone of a row, and the tool whose marks show where the row applies. */
function show(stores: Stores, { bone, tool }: ConstraintRow): void {
  const bones = shownRig(stores.document.getState())?.bones ?? [];
  const at = bones.findIndex(({ name }) => name === bone || name.startsWith(`${bone} `));
  if (bone !== null && at >= 0) selectBones(stores, [at]);
  setPaint(stores, { tool });
}

/** Removes the constraints of a row. Does not start a run if no weights were found before. */
function remove(stores: Stores, history: History, binding: Binding, row: ConstraintRow): void {
  const { weightEdits } = stores.document.getState();
  if (row.id.startsWith("locked ") && row.bone !== null) history.run(lockWeights(stores, [row.bone], false));
  else if (row.id === "painted") binding.letGo("Release painted weights", weightEdits.painted);
  else binding.edit(`Remove ${row.label}`, "erase", row.without(weightEdits));
}

function Row({ row }: { row: ConstraintRow }) {
  const stores = useStores();
  const { history } = useStudio();
  const binding = useService(BINDING);
  const isShown = useView(({ paint }) => paint.tool === row.tool && row.bone === null);
  const label = row.id === "painted" ? "Release painted weights" : `Remove ${row.label}`;
  return (
    <ListRow as="li" lit={isShown}>
      <button
        type="button"
        className={constraintSectionCss.name}
        title={row.label}
        onClick={() => show(stores, row)}
        onKeyDown={(event) => {
          if (event.key !== "Delete" && event.key !== "Backspace") return;
          event.stopPropagation();
          remove(stores, history, binding, row);
        }}
      >
        <Icon name={row.icon} />
        <span className={textCss.ellipsis}>{row.label}</span>
        {row.count > 0 && <span className={textCss.tertiary}>× {formatCount(row.count)}</span>}
      </button>
      <IconButton aria-label={label} title={label} onClick={() => remove(stores, history, binding, row)}>
        <Icon name="x" small />
      </IconButton>
    </ListRow>
  );
}

/**
 * Rows for everything that brushes painted, locked, held or steer: the bone, the number of vertices, and a button that
 * removes the entry.
 */
export function useConstraintRows(): ConstraintRow[] {
  const edits = useDocument((state) => state.weightEdits);
  const segments = useDocument((state) => state.skeleton?.segments);
  return useMemo(() => constraintRows(edits, segments?.map(({ name }) => name) ?? []), [edits, segments]);
}

export function ConstraintRows({ rows }: { rows: readonly ConstraintRow[] }) {
  return rows.map((row) => <Row key={row.id} row={row} />);
}
