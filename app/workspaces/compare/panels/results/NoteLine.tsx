import { useEffect, useState } from "react";
import { useService } from "../../../../actions/studio";
import { type CompareRun, MOST_NOTE, runOf } from "../../../../document/compare/compare-state";
import { useCompare } from "../../../../document/use-stores";
import textFieldCss from "../../../../ui/fields/TextField.module.css";
import textCss from "../../../../ui/text/text.module.css";
import { runTitle } from "../../runs/compare-table";
import { COMPARING } from "../../runs/comparing";
import css from "./NoteLine.module.css";

/** The note of one result. Enter or a click elsewhere keeps the text, Escape discards it. */
function NoteField({ run }: { run: CompareRun }) {
  const comparing = useService(COMPARING);
  const kept = run.note ?? "";
  const [typed, setTyped] = useState(kept);
  useEffect(() => setTyped(kept), [kept]);
  const keep = () => comparing.note(run.id, typed);
  return (
    <input
      className={textFieldCss.field}
      aria-label={`Note on ${runTitle(run)}`}
      placeholder="Add a note"
      maxLength={MOST_NOTE}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") keep();
        else if (event.key === "Escape") setTyped(kept);
      }}
    />
  );
}

/** The selected result and its note, below the table. */
export function NoteLine() {
  const run = useCompare(({ runs, selected }) => runOf(runs, selected));
  if (!run?.report) return null;
  return (
    <div className={css.line}>
      <span className={`${textCss.secondary} ${textCss.ellipsis}`}>{runTitle(run)}</span>
      <NoteField key={run.id} run={run} />
    </div>
  );
}
