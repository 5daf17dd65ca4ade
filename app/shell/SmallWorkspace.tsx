import { Tabs } from "@base-ui/react/tabs";
import { useEffect, useState } from "react";
import { shownRig, useDocument } from "../document/document";
import { shownReport } from "../document/solve/shown-report";
import { useView } from "../document/view-state";
import { DeformSections } from "../panels/deform/DeformInspector";
import { GoalFields } from "../panels/GoalFields";
import { Hints } from "../panels/Hints";
import { ReportSections, SolveButtons } from "../panels/Inspector";
import { IterationChart } from "../panels/IterationChart";
import { IntentSection } from "../panels/intent/IntentSection";
import { InitialiserField, MethodField, MethodParameters } from "../panels/MethodFields";
import { Outliner } from "../panels/Outliner";
import { PaintSections } from "../panels/paint/PaintInspector";
import { PaintOutliner } from "../panels/paint/PaintOutliner";
import { RefinementFields } from "../panels/RefinementFields";
import { KeyFigure, MainFigures } from "../panels/Report";
import { SequenceFields } from "../panels/SequenceFields";
import { InfluencesField, MotionField, RestartsField, SmoothnessField } from "../panels/SolveSettings";
import { Section } from "../ui/Section";
import { SequenceHeading } from "./SequenceHeading";
import { Grab, HEIGHTS } from "./sheet";
import { useShell } from "./shell-state";
import { useStrip } from "./strip";
import { ViewportArea } from "./ViewportArea";

/** Settings on the left, what came of them on the right. */
function SolveTab() {
  const report = useDocument(shownReport);
  const solving = useShell((shell) => shell.solve !== null);
  return (
    <>
      <div className="sheetgrid">
        <div className="stack">
          <MethodField />
          <GoalFields />
          <InfluencesField />
          <MotionField />
          <SmoothnessField />
          <InitialiserField />
          <RestartsField />
        </div>
        <div className="stack">
          {solving && <IterationChart />}
          {!solving && report && (
            <div>
              <KeyFigure report={report} />
              <MainFigures report={report} brief />
            </div>
          )}
          {!solving && !report && <p className="t2">Set the number of bones, and solve.</p>}
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
        <div className="sheetfoot">
          <SolveButtons mid={false} />
        </div>
      )}
    </>
  );
}

function SolveTabs() {
  const hasReport = useDocument((state) => state.report !== null);
  return (
    <Tabs.Root defaultValue="solve" className="sheet-body">
      <Tabs.List className="tabs2">
        <Tabs.Tab value="bones">Bones</Tabs.Tab>
        <Tabs.Tab value="solve">Solve</Tabs.Tab>
        <Tabs.Tab value="report">Report</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="bones" className="sheet-body">
        <Outliner bare />
      </Tabs.Panel>
      <Tabs.Panel value="solve" className="sheet-body">
        <SolveTab />
      </Tabs.Panel>
      <Tabs.Panel value="report" className="sheet-body">
        {hasReport ? <ReportSections /> : <p className="note inset">There is no report yet. Solve first.</p>}
      </Tabs.Panel>
    </Tabs.Root>
  );
}

function DeformTabs() {
  return (
    <Tabs.Root defaultValue="deform" className="sheet-body">
      <Tabs.List className="tabs2">
        <Tabs.Tab value="bones">Bones</Tabs.Tab>
        <Tabs.Tab value="deform">Deform</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="bones" className="sheet-body">
        <Outliner bare />
      </Tabs.Panel>
      <Tabs.Panel value="deform" className="sheet-body">
        <DeformSections />
      </Tabs.Panel>
    </Tabs.Root>
  );
}

/** The tabs say what the tool in hand is about. */
function PaintTabs() {
  const drawing = useView((view) => view.paint.tool === "skeleton");
  const bound = useDocument((state) => shownRig(state) !== null);
  return (
    <Tabs.Root defaultValue="brush" className="sheet-body">
      <Tabs.List className="tabs2">
        <Tabs.Tab value="influences">{drawing || !bound ? "Bones" : "Influences"}</Tabs.Tab>
        <Tabs.Tab value="brush">{drawing ? "Skeleton" : "Brush"}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="influences" className="sheet-body">
        <PaintOutliner bare />
      </Tabs.Panel>
      <Tabs.Panel value="brush" className="sheet-body">
        <h2 className="sr">{drawing ? "Skeleton" : "Brush"}</h2>
        <PaintSections small />
      </Tabs.Panel>
    </Tabs.Root>
  );
}

/** The studio below 1000 px: outliner and inspector are one sheet at the bottom. */
export function SmallWorkspace() {
  const [level, setLevel] = useState(1);
  const isDeform = useView((view) => view.workspace === "deform");
  const isPaint = useView((view) => view.workspace === "paint");
  const strip = useStrip();
  const isSplit = useView((view) => view.layout === "side-by-side");
  // Two halves would be too narrow here, and no button stands for them.
  useEffect(() => {
    if (isSplit) useView.setState({ layout: "overlay" });
  }, [isSplit]);
  return (
    <main className="main">
      <SequenceHeading />
      <div className="stage">
        <ViewportArea small />
        <section className="panel" aria-label={strip.title}>
          {strip.content(true)}
        </section>
        <section className={`panel sheet ${HEIGHTS[level]}`} aria-label="Panels">
          <Grab level={level} onLevel={setLevel} />
          {isDeform ? <DeformTabs /> : isPaint ? <PaintTabs /> : <SolveTabs />}
        </section>
      </div>
    </main>
  );
}
