import type { ExportResult } from "../../../workers/client";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import { formatBytes, formatCount, formatError, formatLength } from "../../common/format";
import { KeyValues } from "../../ui/figures/KeyValues";
import textCss from "../../ui/text/text.module.css";
import barsCss from "./Bars.module.css";

/** Size, error and keys of the file. */
export function FileCosts({ result, sequence }: { result: ExportResult; sequence: MeshSequence }) {
  const { keys } = result;
  const kinds = Object.entries(result.bytesByKind);
  const [before, inFile] = [result.eRmsNow, result.eRmsInFile].map(formatError);
  const most = Math.max(...kinds.map(([, bytes]) => bytes), 1);
  return (
    <>
      <KeyValues>
        <dt>Size</dt>
        <dd>{formatBytes(result.bytes.length)}</dd>
        <dt>Error now</dt>
        <dd>{before}</dd>
        <dt>In the file</dt>
        <dd>{inFile === before ? "same as before" : inFile}</dd>
        {result.between && (
          <>
            <dt>Between frames</dt>
            <dd>{formatError(result.between.inFile)}</dd>
          </>
        )}
        <dt>Largest added error</dt>
        <dd>{formatLength(result.largestAdded * sequence.metresPerUnit)}</dd>
        {keys.before > 0 && (
          <>
            <dt>Keys</dt>
            <dd>
              {keys.after < keys.before
                ? `${formatCount(keys.after)} of ${formatCount(keys.before)}`
                : formatCount(keys.before)}
            </dd>
          </>
        )}
      </KeyValues>
      <div className={barsCss.bars}>
        {kinds.map(([kind, bytes]) => (
          <div key={kind}>
            <span className={textCss.secondary}>{kind[0].toUpperCase() + kind.slice(1)}</span>
            <span className={barsCss.bar}>
              <i style={{ width: `${(100 * bytes) / most}%` }} />
            </span>
            <span className={textCss.number}>{formatBytes(bytes)}</span>
          </div>
        ))}
      </div>
    </>
  );
}
