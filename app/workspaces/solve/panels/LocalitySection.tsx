import { isFiled } from "../../../../workers/model/mesh/streamed-sequence";
import { usesSwitch } from "../../../../workers/model/solve/method-settings";
import { SOLVE_DEFAULTS } from "../../../../workers/model/solve/solve-settings";
import { useService, useStudio } from "../../../actions/studio";
import { formatError, formatFigure, formatShare } from "../../../common/format";
import type { NumberRange } from "../../../common/number-range";
import { makeLocal } from "../../../document/solve/locality-commands";
import { useDocument, useStore, useStores } from "../../../document/use-stores";
import { runAndTell } from "../../../document/weights/painted-changes";
import { Button } from "../../../ui/buttons/Button";
import { CheckRow } from "../../../ui/choices/CheckRow";
import { TaskLine } from "../../../ui/feedback/TaskLine";
import { Field } from "../../../ui/fields/Field";
import { NumberField } from "../../../ui/fields/NumberField";
import { KeyValue, KeyValues } from "../../../ui/figures/KeyValues";
import layoutCss from "../../../ui/layout/layout.module.css";
import { Section } from "../../../ui/layout/Section";
import textCss from "../../../ui/text/text.module.css";
import { LOCAL_WEIGHTS } from "../runs/locality/local-weights";
import { LOCALITY, type Reach } from "../runs/locality/locality-state";
import { useSettings } from "./fields/use-settings";
import css from "./LocalitySection.module.css";

/** The cost limit, in percent, that means no limit. */
const ANY_COST = 1000;

const RANGES = {
  reach: { step: 0.02, soft: [0, 4], hard: [0, 1000] },
  leastPatch: { step: 1, soft: [0, 100] },
  localCost: { step: 0.5, soft: [0, 100], hard: [0, ANY_COST] },
} satisfies Record<string, NumberRange>;

/** An added error as text. Less than 0.05 % counts as none. */
const costText = (percent: number) => (percent < 0.05 ? "none" : `+${formatFigure(percent, 2)} %`);

/** The error of the rig that became local. The document's report may be out of date, or from before its layers. */
const errorBefore = (after: number, costPercent: number) => after / (1 + costPercent / 100);

/** The error that the settings add: an estimate during a drag, and the exact value after it. */
function Cost() {
  const { estimate, found, asked } = useStore(LOCALITY, (state) => state);
  const limit = useDocument(({ settings }) => 100 * (settings.localCost ?? Infinity));
  const local = found?.report.locality;
  if (!asked || (!estimate && !local)) return null;
  return (
    <div className={css.figures}>
      <KeyValues>
        {local ? (
          <KeyValue
            name="Added error"
            value={costText(local.costPercent)}
            note={`${formatError(errorBefore(found.report.eRms, local.costPercent))} → ${formatError(found.report.eRms)}`}
          />
        ) : (
          <KeyValue
            name="Added error"
            value={costText(Math.min(estimate!.costPercent, limit))}
            note="at most"
          />
        )}
        <KeyValue
          name="Far weights"
          value={formatShare(local ? local.farAfter : estimate!.far)}
          note={local ? `was ${formatShare(local.farBefore)}` : "to remove"}
        />
        <KeyValue
          name="Patches per bone"
          value={formatFigure(local ? local.patchesAfter : estimate!.patches, 3)}
          note={local ? `was ${formatFigure(local.patchesBefore, 3)}` : "now"}
        />
      </KeyValues>
    </div>
  );
}

/** Buttons that try local weights on the rig, and apply them. */
function Apply() {
  const stores = useStores();
  const { history } = useStudio();
  const work = useService(LOCAL_WEIGHTS);
  const { found, refining } = useStore(LOCALITY, (state) => state);
  const hasRig = useDocument((state) => state.rig !== null);
  if (!hasRig) return null;
  if (refining)
    return (
      <div className={css.apply}>
        <TaskLine text="Adapting bones" button="Cancel" onPress={work.cancel} />
      </div>
    );
  return (
    <div className={`${layoutCss.pair} ${css.apply}`}>
      {found ? (
        <Button grow onClick={() => runAndTell(stores, history, makeLocal(stores, found.rig, found.report))}>
          Apply to rig
        </Button>
      ) : (
        <Button grow onClick={() => void work.refine()}>
          Try on rig
        </Button>
      )}
    </div>
  );
}

function Fields() {
  const [{ reach, leastPatch, localCost }, set] = useSettings();
  const work = useService(LOCAL_WEIGHTS);
  const preview = (change: Partial<Reach>) => work.preview({ reach, leastPatch, ...change });
  const commit = (change: Parameters<typeof set>[0]) => {
    set(change);
    preview(change);
    void work.refine();
  };
  return (
    <>
      <Field
        label={<span title="How far weights reach beyond a bone's own part of the surface.">Reach</span>}
      >
        <NumberField
          label="Reach of bones"
          value={reach}
          reset={SOLVE_DEFAULTS.reach}
          range={RANGES.reach}
          write={(x) => ({ value: formatFigure(x, 3), unit: "radii" })}
          onPreview={(x) => preview({ reach: x })}
          onCommit={(x) => commit({ reach: x })}
        />
      </Field>
      <Field
        label={
          <span title="Removes smaller patches. The size is relative to the bone's main patch.">
            Smallest patch
          </span>
        }
      >
        <NumberField
          label="Smallest patch"
          value={100 * leastPatch}
          reset={100 * SOLVE_DEFAULTS.leastPatch}
          range={RANGES.leastPatch}
          write={(x) => (x >= 100 ? "one per bone" : { value: formatFigure(x, 3), unit: "%" })}
          onPreview={(x) => preview({ leastPatch: x / 100 })}
          onCommit={(x) => commit({ leastPatch: x / 100 })}
        />
      </Field>
      <Field label={<span title="Weights that cost more stay where they are.">Cost limit</span>}>
        <NumberField
          label="Locality cost limit"
          value={localCost === null ? ANY_COST : 100 * localCost}
          reset={ANY_COST}
          range={RANGES.localCost}
          write={(x) => (x >= ANY_COST ? "any error" : { value: formatFigure(x), unit: "%" })}
          onCommit={(x) => commit({ localCost: x >= ANY_COST ? null : x / 100 })}
        />
      </Field>
      <Cost />
      <Apply />
    </>
  );
}

/** Settings that keep weights near their bones, and the error that this adds. */
export function LocalitySection() {
  const [{ local, method }, set] = useSettings();
  const solving = useDocument((state) => state.partial !== null);
  const filed = useDocument(({ sequence }) => sequence !== null && isFiled(sequence));
  if (!usesSwitch(method, "local")) return null;
  return (
    <Section name="locality" title="Locality" shut end={local ? "near bones" : "anywhere"}>
      <div className={layoutCss.stack}>
        <Field label="Weights">
          <CheckRow label="Keep near bones" checked={local} onChange={(on) => set({ local: on })} />
        </Field>
        {local && !solving && !filed && <Fields />}
        {local && filed && (
          <p className={`${textCss.secondary} ${textCss.hint}`}>
            The next solve keeps weights near bones. Frames that are read from files show no cost beforehand.
          </p>
        )}
        {!local && (
          <p className={`${textCss.secondary} ${textCss.hint}`}>
            One bone's weights may be spread over belly, chest and neck. Local weights are easier to paint.
          </p>
        )}
      </div>
    </Section>
  );
}
