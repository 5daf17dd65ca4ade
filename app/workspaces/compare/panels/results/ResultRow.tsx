import { memo } from "react";
import { METHODS } from "../../../../../workers/model/solve/methods";
import { useService } from "../../../../actions/studio";
import { classNames } from "../../../../common/class-names";
import {
  formatBytes,
  formatError,
  formatFigure,
  formatPercent,
  formatShareChange,
  formatTenths,
  plural,
} from "../../../../common/format";
import type { CompareRun, CompareSide } from "../../../../document/compare/compare-state";
import { useWork } from "../../../../document/use-stores";
import { IconButton } from "../../../../ui/buttons/IconButton";
import sideMarkCss from "../../../../ui/figures/SideMark.module.css";
import { Icon } from "../../../../ui/icons/Icon";
import { Tip } from "../../../../ui/overlays/Tip";
import textCss from "../../../../ui/text/text.module.css";
import { runName, runTitle } from "../../runs/compare-table";
import { COMPARING } from "../../runs/comparing";
import { MethodMarker } from "../MethodMarker";
import resultsTableCss from "./ResultsTable.module.css";
import { RunMenu } from "./RunMenu";

/** More influences than this are coloured, because engines do not support them. */
const MANY = 8;

/** The number of bones; "27 of 32" if it differs from the requested one. */
function Bones({ run }: { run: CompareRun }) {
  const { bones, bonesReason } = run.report!;
  const asked = run.settings.bones;
  if (bones === asked) return bones;
  return (
    <span title={bonesReason ?? undefined}>
      {bones} <span className={resultsTableCss.much}>of {asked}</span>
    </span>
  );
}

/** Makes the run's rig the document's rig; lit if it already is. */
function OpenButton({ run, opened }: { run: CompareRun; opened: boolean }) {
  const comparing = useService(COMPARING);
  const { seconds } = run.report!;
  const isSolving = useWork((work) => work.solve !== null);
  const body = opened
    ? "The other workspaces already show this rig."
    : isSolving
      ? "A solve is running. Cancel it or keep its result first."
      : run.held
        ? "Shows it in the other workspaces. Undo restores the previous rig."
        : `Its rig is not in memory. Solving it again takes about ${formatFigure(seconds, 2)} s.`;
  return (
    <Tip title={opened ? "Open" : "Open this rig"} body={body} side="left">
      <IconButton
        tabIndex={-1}
        on={opened}
        aria-label={`Open ${runTitle(run)}`}
        aria-pressed={opened}
        aria-disabled={isSolving && !opened ? true : undefined}
        onClick={(event) => {
          event.stopPropagation();
          comparing.open(run.id);
        }}
      >
        <Icon name="eye" />
      </IconButton>
    </Tip>
  );
}

interface ResultRowProps {
  run: CompareRun;
  /** Length of the error bar, 0 to 1. */
  share: number;
  side: CompareSide | null;
  selected: boolean;
  opened: boolean;
  /** Its error relative to the reference: 0.1 is 10 % more. Null if it is not known. */
  change: number | null;
  /** Whether this result is the reference. */
  isReference: boolean;
  /** Id of the row for `aria-activedescendant`. */
  id: string;
  onSelect(run: number): void;
}

/** One result: its settings and all its figures. */
export const ResultRow = memo(function ResultRow(props: ResultRowProps) {
  const { run, share, side, selected, opened, change, isReference, id, onSelect } = props;
  const report = run.report!;
  const { influences } = METHODS[run.settings.method];
  const dense = influences === 0 && report.meanInfluences > MANY;
  return (
    <tr
      id={id}
      className={classNames(selected && resultsTableCss.selected, side && resultsTableCss.shown)}
      aria-selected={selected}
      onClick={() => onSelect(run.id)}
    >
      <td className={resultsTableCss.side}>
        {side && <span className={sideMarkCss.mark}>{side.toUpperCase()}</span>}
      </td>
      <th scope="row" className={resultsTableCss.name}>
        <span>
          <MethodMarker method={run.settings.method} />
          <span className={textCss.ellipsis}>{runName(run)}</span>
          {run.note && (
            <span className={resultsTableCss.note} title={run.note}>
              {run.note}
            </span>
          )}
        </span>
      </th>
      <td>
        <Bones run={run} />
      </td>
      <td className={textCss.strong}>{formatError(report.eRms)}</td>
      <td className={resultsTableCss.errorBar} aria-hidden="true">
        <i style={{ width: `${(100 * share).toFixed(1)}%` }} />
      </td>
      <td className={resultsTableCss.change}>
        {change === null || isReference ? "–" : formatShareChange(change)}
      </td>
      <td className={resultsTableCss.largest}>{formatPercent(report.maxErrorPercent)}</td>
      <td>{report.heldOut ? formatError(report.heldOut.eRms) : "–"}</td>
      <td className={resultsTableCss.seconds}>{formatTenths(report.seconds)}</td>
      <td className={resultsTableCss.influences}>
        <span
          className={dense ? resultsTableCss.much : undefined}
          title={`at most ${plural(report.influences, "influence")}`}
        >
          {formatTenths(report.meanInfluences)}
        </span>
      </td>
      <td className={resultsTableCss.size}>{formatBytes(report.rigBytes)}</td>
      <td className={resultsTableCss.bits}>{formatFigure(report.bitsPerVertexFrame ?? NaN)}</td>
      <td className={resultsTableCss.tools}>
        <span>
          <OpenButton run={run} opened={opened} />
          <RunMenu run={run} />
        </span>
      </td>
    </tr>
  );
});
