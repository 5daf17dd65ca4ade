import type { BakeResult } from "../../../../workers/model/reports/deform-report";
import { formatCount, formatError, formatPercent, formatSeconds, plural } from "../../../common/format";
import { DEFORMERS } from "../../../document/deform/deform-text";
import { Bars } from "../../../ui/figures/Bars";
import { KeyValues } from "../../../ui/figures/KeyValues";
import layoutCss from "../../../ui/layout/layout.module.css";
import dialogCss from "../../../ui/overlays/Dialog.module.css";
import { DialogTitle } from "../../../ui/overlays/DialogSection";
import textCss from "../../../ui/text/text.module.css";
import { ErrorNote } from "../ErrorNote";
import type { BakeOptions } from "./bake-options";
import type { Bake } from "./use-bake";

interface BakeOutcomeProps {
  bake: Bake;
  options: BakeOptions;
  /** The result with these options, if there is one. */
  result: BakeResult | null;
}

/** The progress of a bake, or what came out. */
export function BakeOutcome({ bake, options, result }: BakeOutcomeProps) {
  const { running, progress, error } = bake;
  return (
    <div className={dialogCss.right} aria-busy={running} tabIndex={0} role="group" aria-label="The bake">
      <DialogTitle>
        E<sub>RMS</sub> against {DEFORMERS[options.kind].name}
      </DialogTitle>
      {result && <Figures result={result} />}
      {running && (
        <p className={textCss.secondary} role="status">
          {progress ? [progress.phase, progress.detail].filter(Boolean).join(", ") : "Starting…"}
        </p>
      )}
      {!result && !running && error === null && (
        <p className={textCss.secondary}>
          Linear blend skinning cannot match this deformer exactly. Bake shows how close it gets with{" "}
          {plural(options.influences, "influence")} before anything changes.
        </p>
      )}
      <span className={layoutCss.grow} />
      {error !== null && <ErrorNote error={error} />}
    </div>
  );
}

/** The accuracy of each method with the same frames and bones: E_RMS against the deformer. */
function Figures({ result }: { result: BakeResult }) {
  const { before, v5, fit } = result.eRms;
  const rows = [
    { name: "Current weights", value: before, chosen: false },
    { name: "Smoothed, v5", value: v5, chosen: result.chosen === "v5" },
    { name: "Fitted", value: fit, chosen: result.chosen === "fit" },
  ];
  return (
    <>
      <Bars wide rows={rows.map((row) => ({ ...row, text: formatError(row.value) }))} />
      <KeyValues>
        <dt>Largest distance</dt>
        <dd>{formatPercent(result.maxErrorPercent)} of the diagonal</dd>
        <dt>Max influences</dt>
        <dd>{formatCount(result.influences)}</dd>
        <dt>Over</dt>
        <dd>
          {plural(result.frames, "frame")}, {formatSeconds(result.seconds)}
        </dd>
      </KeyValues>
    </>
  );
}
