import { type CorrectionFit, SOLVE_DEFAULTS } from "../../../../workers/model/solve/solve-settings";
import { useService, useStudio } from "../../../actions/studio";
import { formatBytes, formatCount, formatError, plural } from "../../../common/format";
import type { NumberRange } from "../../../common/number-range";
import { useDocument, useStore, useStores, useView } from "../../../document/use-stores";
import { percentAsLength } from "../../../panels/report/Report";
import { Button } from "../../../ui/buttons/Button";
import { CheckRow } from "../../../ui/choices/CheckRow";
import { type Option, Segmented } from "../../../ui/choices/Segmented";
import { TaskLine } from "../../../ui/feedback/TaskLine";
import { Field } from "../../../ui/fields/Field";
import { NumberField } from "../../../ui/fields/NumberField";
import { KeyValue, KeyValues } from "../../../ui/figures/KeyValues";
import layoutCss from "../../../ui/layout/layout.module.css";
import { Section } from "../../../ui/layout/Section";
import textCss from "../../../ui/text/text.module.css";
import { CORRECTED, CORRECTING } from "../runs/correcting";
import { removeCorrection } from "../runs/correction-commands";
import { useSettings } from "./fields/use-settings";

const FITS: Option<CorrectionFit>[] = [
  { value: "posed", label: "Posed mesh" },
  { value: "rest", label: "Rest pose" },
];

const RANKS: NumberRange = { step: 1, soft: [0, 20], hard: [0, 64] };

/** Compares error and size with and without the correction. */
function Worth() {
  const report = useDocument((state) => state.report);
  const sequence = useDocument((state) => state.sequence);
  const corrected = report?.corrected;
  if (!report || !corrected || !sequence) return null;
  return (
    <KeyValues>
      <KeyValue
        name="Error corrected"
        value={formatError(corrected.eRms)}
        note={`instead of ${formatError(report.eRms)}`}
      />
      <KeyValue
        name="Largest distance"
        value={percentAsLength(corrected.maxErrorPercent, sequence)}
        note={`of ${percentAsLength(report.maxErrorPercent, sequence)}`}
      />
      <KeyValue
        name="Size"
        value={formatBytes(corrected.bytes)}
        note={`beside ${formatBytes(report.rigBytes)}`}
      />
    </KeyValues>
  );
}

/**
 * Morph targets that correct the remaining error of the bones: their number, their effect, and whether they are shown.
 */
export function CorrectionSection() {
  const stores = useStores();
  const { history } = useStudio();
  const correcting = useService(CORRECTING);
  const [{ correction: wanted = 0, correctionFit: fit }, set] = useSettings();
  const rank = useDocument((state) => state.rig?.correction?.rank ?? 0);
  const shown = useView((view) => view.showCorrected);
  const progress = useStore(CORRECTED, (state) => state.progress);
  const refusal = wanted === 0 ? "Set the number of shapes first." : undefined;
  return (
    <Section name="correction" title="Correction" shut end={rank > 0 ? plural(rank, "shape") : "off"}>
      <div className={layoutCss.stack}>
        <Field label="Shapes">
          <NumberField
            label="Correction shapes"
            value={wanted}
            reset={SOLVE_DEFAULTS.correction}
            range={RANKS}
            write={(x) => (x === 0 ? "off" : formatCount(x))}
            onCommit={(correction) => set({ correction })}
          />
        </Field>
        <Field label="Fitted in">
          <Segmented
            label="Where the correction is fitted"
            value={fit ?? "posed"}
            options={FITS}
            onChange={(correctionFit) => set({ correctionFit })}
          />
        </Field>
        {progress ? (
          <TaskLine
            text={[progress.phase, progress.detail].filter(Boolean).join(", ")}
            button="Cancel"
            onPress={correcting.cancel}
          />
        ) : (
          <div className={layoutCss.pair}>
            <Button
              grow
              aria-disabled={refusal ? true : undefined}
              title={refusal}
              onClick={() => wanted > 0 && correcting.start(wanted, fit)}
            >
              {rank > 0 ? "Fit again" : "Fit"}
            </Button>
            {rank > 0 && <Button onClick={() => history.run(removeCorrection(stores))}>Remove</Button>}
          </div>
        )}
        {rank > 0 && (
          <CheckRow
            label="Show correction"
            checked={shown}
            onChange={(showCorrected) => stores.view.setState({ showCorrected })}
          />
        )}
        {rank > 0 && <Worth />}
        {rank === 0 && (
          <p className={`${textCss.secondary} ${textCss.hint}`}>
            Morph targets for the error that bones leave. A solve fits this many at its end.
          </p>
        )}
      </div>
    </Section>
  );
}
