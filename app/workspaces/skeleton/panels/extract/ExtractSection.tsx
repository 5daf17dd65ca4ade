import { EXTRACT_METHODS } from "../../../../../workers/model/skeleton/extract-methods";
import {
  EXTRACT_DEFAULTS,
  type ExtractSettings,
} from "../../../../../workers/model/skeleton/extract-settings";
import { ActionButton } from "../../../../actions/ActionButton";
import { useStudio } from "../../../../actions/studio";
import { formatCount } from "../../../../common/format";
import { setExtraction } from "../../../../document/skeleton/extract-commands";
import { useDocument, useStore, useStores, useWork } from "../../../../document/use-stores";
import { Field } from "../../../../ui/fields/Field";
import { NumberField } from "../../../../ui/fields/NumberField";
import layoutCss from "../../../../ui/layout/layout.module.css";
import sectionCss from "../../../../ui/layout/Section.module.css";
import textCss from "../../../../ui/text/text.module.css";
import { EXTRACTIONS } from "../../runs/extractions";
import { JointsField } from "./JointsField";
import { MethodTable } from "./MethodTable";
import { PullField } from "./PullField";
import { RunningExtraction } from "./RunningExtraction";

function NumberFields() {
  const stores = useStores();
  const { history } = useStudio();
  const { method, bones, influences } = useDocument((state) => state.extraction);
  const { keepsBones } = EXTRACT_METHODS[method];
  const set = (change: Partial<ExtractSettings>) => history.run(setExtraction(stores, change));
  return (
    <>
      {!keepsBones && (
        <>
          <Field label="Bones">
            <NumberField
              label="Bones"
              value={bones}
              reset={EXTRACT_DEFAULTS.bones}
              range={{ step: 1, soft: [1, 100], hard: [1, 1024] }}
              write={formatCount}
              onCommit={(next) => set({ bones: next })}
            />
          </Field>
          <Field label="Influences">
            <NumberField
              label="Influences"
              value={influences}
              reset={EXTRACT_DEFAULTS.influences}
              range={{ step: 1, soft: [1, 8], hard: [1, 64] }}
              write={formatCount}
              onCommit={(next) => set({ influences: next })}
            />
          </Field>
        </>
      )}
      <JointsField />
      <PullField />
    </>
  );
}

/** Finds a skeleton: the method, its settings, and the button. */
export function ExtractSection() {
  const running = useWork((work) => work.extraction !== null);
  const hasReport = useDocument((state) => state.skeletonReport !== null);
  const hasRig = useDocument((state) => state.rig !== null);
  const method = useDocument((state) => state.extraction.method);
  const result = useStore(EXTRACTIONS, (state) => state.results[method]);
  const { keepsBones } = EXTRACT_METHODS[method];
  return (
    <section className={`${sectionCss.section} ${sectionCss.plain}`} aria-label="Extract">
      <MethodTable />
      {result && "failure" in result && (
        <p className={textCss.secondary} role="alert">
          {result.failure.title}. {result.failure.body}
        </p>
      )}
      <div className={`${layoutCss.stack} ${layoutCss.wide}`} style={{ marginBottom: 12 }}>
        <NumberFields />
      </div>
      {running ? (
        <RunningExtraction />
      ) : (
        <div className={layoutCss.pair}>
          <ActionButton
            action="skeleton.extract"
            label={keepsBones ? "Connect the bones" : hasReport ? "Extract again" : "Extract"}
            look="primary"
            size="medium"
            grow
          />
          {hasRig && !keepsBones && (
            <ActionButton action="skeleton.continue-extraction" label="Continue" size="medium" />
          )}
        </div>
      )}
    </section>
  );
}
