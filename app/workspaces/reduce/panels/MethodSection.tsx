import { REDUCE_DEFAULTS, USUAL_SMOOTHNESS } from "../../../../workers/model/reduce/reduce-settings";
import { ActionButton } from "../../../actions/ActionButton";
import { useService } from "../../../actions/studio";
import { formatPlain } from "../../../common/format";
import { REDUCTION } from "../../../document/reduce/reduce-state";
import { useStores } from "../../../document/use-stores";
import { Button } from "../../../ui/buttons/Button";
import { ChoiceField } from "../../../ui/choices/ChoiceField";
import { Note } from "../../../ui/feedback/Note";
import { LabelledNumber } from "../../../ui/fields/LabelledNumber";
import { Icon } from "../../../ui/icons/Icon";
import layoutCss from "../../../ui/layout/layout.module.css";
import { Section } from "../../../ui/layout/Section";
import textCss from "../../../ui/text/text.module.css";
import { METHOD_WORDS } from "../runs/method-words";
import { REDUCING } from "../runs/reducing";
import { PaintedNote } from "./PaintedNote";
import { useReduceQueue, useReduction, useShownRun } from "./use-reduction";

/** Starts reductions, and puts the shown result into the document. */
export function MethodSection() {
  const stores = useStores();
  const reducing = useService(REDUCING);
  const { active, done, total } = useReduceQueue();
  const smoothness = useReduction((state) => state.smoothness);
  const share = useReduction((state) => state.exceptionalShare);
  const shown = useShownRun();
  const shownValue = shown?.report?.smoothness;
  const setSmoothness = (value: number | null) => stores.of(REDUCTION).setState({ smoothness: value });
  return (
    <Section name="reduce-method" title="Method" end={active ? `${done} of ${total}` : undefined}>
      <div className={layoutCss.stack}>
        <ChoiceField
          label="Keep normals"
          value={smoothness === null ? "auto" : "typed"}
          options={[
            { value: "auto", label: "Automatic" },
            { value: "typed", label: "Manual" },
          ]}
          onChange={(choice) => setSmoothness(choice === "auto" ? null : (shownValue ?? USUAL_SMOOTHNESS))}
        />
        {smoothness !== null && (
          <LabelledNumber
            label="Weight of normals"
            value={smoothness}
            range={{ step: 0.01, soft: [0, 1], hard: [0, 10] }}
            reset={USUAL_SMOOTHNESS}
            write={formatPlain}
            onCommit={setSmoothness}
          />
        )}
        <LabelledNumber
          label="Exceptional"
          value={100 * share}
          unit="% of the diagonal"
          range={{ step: 0.05, soft: [0, 2], hard: [0, 100] }}
          reset={100 * REDUCE_DEFAULTS.exceptionalShare}
          write={formatPlain}
          onCommit={(percent) => stores.of(REDUCTION).setState({ exceptionalShare: percent / 100 })}
        />
        <div className={layoutCss.pair}>
          {shown?.rig && (
            <Button look="primary" onClick={() => reducing.use(shown.id)}>
              Apply {METHOD_WORDS[shown.method].name}
            </Button>
          )}
          <ActionButton
            action={active ? "reduce.cancel" : "reduce.start"}
            look={shown?.rig || active ? undefined : "primary"}
          />
        </div>
      </div>
      {shown?.rig && <PaintedNote result={shown.rig} />}
      {shown?.report?.notes.map((note) => (
        <Note key={note}>
          <Icon name="info" />
          <span className={textCss.secondary}>{note}</span>
        </Note>
      ))}
    </Section>
  );
}
