import { type ReactNode, useId, useState } from "react";
import type { ExportOptions } from "../../../../workers/client";
import type { OpenedSequence } from "../../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { Progress } from "../../../../workers/model/task";
import { useStudio } from "../../../actions/studio";
import { formatBytes, formatError } from "../../../common/format";
import { CheckRow } from "../../../ui/choices/CheckRow";
import { Field } from "../../../ui/fields/Field";
import textFieldCss from "../../../ui/fields/TextField.module.css";
import textCss from "../../../ui/text/text.module.css";
import { ErrorNote } from "../ErrorNote";
import { MakingProgress } from "../MakingProgress";
import { useLatestJob } from "../use-latest-job";
import css from "./Levels.module.css";
import { countsIn, firstCounts, levelsJob, type MeasuredLevel } from "./levels-job";

/** Levels of detail for the export dialog. */
interface LevelParts {
  /** The choice and its field. */
  options: ReactNode;
  /** Bones, size and error of each level; null without levels. */
  table: ReactNode;
  levels: readonly MeasuredLevel[];
  busy: boolean;
  ready: boolean;
}

/** Bones, size and error of the whole rig and of its levels. */
function LevelTable({ whole, levels }: { whole: MeasuredRow | null; levels: readonly MeasuredLevel[] }) {
  const rows = levels.map(({ report, bytes, eRms }) => ({ bones: report.bones, bytes, eRms }));
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Bones</th>
          <th scope="col">Size</th>
          <th scope="col">
            E<sub>RMS</sub>
          </th>
        </tr>
      </thead>
      <tbody>
        {[...(whole ? [whole] : []), ...rows].map(({ bones, bytes, eRms }) => (
          <tr key={bones}>
            <td>{bones}</td>
            <td>{formatBytes(bytes)}</td>
            <td>{formatError(eRms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface MeasuredRow {
  bones: number;
  bytes: number;
  eRms: number;
}

/**
 * @param glb the options of the files
 * @param whole size and error of the file with all bones; null until it is made
 * @param active whether levels can be made now
 */
export function useLevels(
  sequence: OpenedSequence,
  rig: Rig,
  glb: ExportOptions,
  whole: Omit<MeasuredRow, "bones"> | null,
  active: boolean,
): LevelParts {
  const { client } = useStudio();
  const id = useId();
  const [on, setOn] = useState(false);
  const [text, setText] = useState(() => firstCounts(rig));
  const [progress, setProgress] = useState<Progress | null>(null);
  const counts = countsIn(text);
  const isAble = rig.bones.some(({ parent }) => parent >= 0) && sequence.frameCount > 1;
  const isWanted = isAble && active && on && counts.length > 0;
  const question = isWanted ? JSON.stringify([counts, glb]) : null;
  const made = useLatestJob<MeasuredLevel[]>(question, [sequence, rig], () => {
    setProgress(null);
    return levelsJob(client, sequence, rig, counts, glb, setProgress);
  });
  const busy = isWanted && made.busy;
  const levels = isWanted && made.error === null ? (made.result ?? []) : [];
  const options = isAble && (
    <>
      <CheckRow label="Levels of detail" checked={on} onChange={setOn} />
      {on && (
        <>
          <Field label="Bones">
            <input
              className={textFieldCss.field}
              aria-label="Bones per level"
              aria-describedby={id}
              inputMode="numeric"
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => event.stopPropagation()}
            />
          </Field>
          <p id={id} className={textCss.tertiary}>
            One file per number. Bones that matter least merge into their parents.
          </p>
        </>
      )}
    </>
  );
  const table = isWanted && (
    <>
      {busy ? (
        <MakingProgress label="Levels of detail" progress={progress} first="Making levels…" />
      ) : (
        levels.length > 0 && (
          <LevelTable whole={whole && { ...whole, bones: rig.bones.length }} levels={levels} />
        )
      )}
      {made.error !== null && !made.busy && <ErrorNote error={made.error} />}
    </>
  );
  return { options, table, levels, busy, ready: !busy && (!isWanted || made.error === null) };
}
