import { shownReport } from "../../document/solve/shown-report";
import { useDocument, useWork } from "../../document/use-stores";
import { Outliner } from "../../panels/bones/Outliner";
import { SheetTabs } from "../../panels/frame/SheetTabs";
import sheetCss from "../../panels/frame/sheet.module.css";
import { ErrorFigure, MainFigures } from "../../panels/report/Report";
import { Note } from "../../ui/feedback/Note";
import layoutCss from "../../ui/layout/layout.module.css";
import { Section } from "../../ui/layout/Section";
import textCss from "../../ui/text/text.module.css";
import { MainFields } from "./panels/fields/MainFields";
import { MethodParameters } from "./panels/fields/MethodFields";
import { RefinementFields } from "./panels/fields/RefinementFields";
import { SequenceFields } from "./panels/fields/SequenceFields";
import { RestartsField } from "./panels/fields/SolveSettings";
import { Hints } from "./panels/Hints";
import { IntentSection } from "./panels/IntentSection";
import { IterationChart } from "./panels/IterationChart";
import { ReportSections, SolveButtons } from "./panels/SolveInspector";

/** Settings on the left, results on the right. */
function SolveTab() {
  const report = useDocument(shownReport);
  const solving = useWork((work) => work.solve !== null);
  return (
    <>
      <div className={sheetCss.grid}>
        <div className={layoutCss.stack} data-ui="stack">
          <MainFields />
          <RestartsField />
        </div>
        <div className={layoutCss.stack} data-ui="stack">
          {solving && <IterationChart />}
          {!solving && report && (
            <div>
              <ErrorFigure report={report} />
              <MainFigures report={report} brief />
            </div>
          )}
          {!solving && !report && <p className={textCss.secondary}>Set the number of bones and solve.</p>}
        </div>
      </div>
      <Hints />
      <MethodParameters />
      <IntentSection />
      <Section name="more-settings" title="More settings" shut>
        <RefinementFields />
      </Section>
      <Section name="sequence" title="Sequence" shut>
        <SequenceFields />
      </Section>
      {!solving && (
        <div className={sheetCss.foot}>
          <SolveButtons mid={false} />
        </div>
      )}
    </>
  );
}

/** Outliner and inspector of the Solve workspace on small screens. */
export function SolveTabs() {
  const hasReport = useDocument((state) => state.report !== null);
  return (
    <SheetTabs
      first="solve"
      tabs={[
        { value: "bones", label: "Bones", content: <Outliner bare /> },
        { value: "solve", label: "Solve", content: <SolveTab /> },
        {
          value: "report",
          label: "Report",
          content: hasReport ? <ReportSections /> : <Note inset>No report yet. Solve first.</Note>,
        },
      ]}
    />
  );
}
