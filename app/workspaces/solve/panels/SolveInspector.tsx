import { Menu } from "@base-ui/react/menu";
import { methodLabel } from "../../../../workers/model/solve/methods";
import { SOLVE_DEFAULTS, type SolveLocks } from "../../../../workers/model/solve/solve-settings";
import { ActionButton } from "../../../actions/ActionButton";
import { useStudio } from "../../../actions/studio";
import { formatChange, formatError, formatPercent, plural } from "../../../common/format";
import { diagonalOf, distanceOfERms } from "../../../document/measure";
import { shownReport } from "../../../document/solve/shown-report";
import { setSettings } from "../../../document/solve/solve-commands";
import { useDocument, useStore, useStores, useWork } from "../../../document/use-stores";
import { PanelHead } from "../../../panels/frame/PanelHead";
import { ERms, ErrorFigure, MainFigures, MoreFigures, ReportNotes } from "../../../panels/report/Report";
import { Note } from "../../../ui/feedback/Note";
import { LiveFigure } from "../../../ui/figures/KeyFigure";
import { Icon } from "../../../ui/icons/Icon";
import layoutCss from "../../../ui/layout/layout.module.css";
import panelCss from "../../../ui/layout/Panel.module.css";
import { Section } from "../../../ui/layout/Section";
import sectionCss from "../../../ui/layout/Section.module.css";
import menuCss from "../../../ui/menus/Menu.module.css";
import { MoreMenu } from "../../../ui/menus/MoreMenu";
import textCss from "../../../ui/text/text.module.css";
import { FITTED } from "../runs/live/fitted";
import { CorrectionSection } from "./CorrectionSection";
import { MainFields } from "./fields/MainFields";
import { MethodParameters } from "./fields/MethodFields";
import { RefinementFields } from "./fields/RefinementFields";
import { SequenceFields } from "./fields/SequenceFields";
import { RestartsField } from "./fields/SolveSettings";
import { Hints } from "./Hints";
import { IntentSection } from "./IntentSection";
import { IterationChart } from "./IterationChart";
import { LocalitySection } from "./LocalitySection";
import { PathSteps } from "./path/PathSteps";

function InspectorMenu() {
  const stores = useStores();
  const { history } = useStudio();
  return (
    <MoreMenu label="Settings">
      <Menu.Item className={menuCss.item} onClick={() => history.run(setSettings(stores, SOLVE_DEFAULTS))}>
        <Icon name="restart" />
        Reset all settings
      </Menu.Item>
    </MoreMenu>
  );
}

export function SolveButtons({ mid = true }: { mid?: boolean }) {
  const hasRig = useDocument((state) => state.rig !== null);
  const size = mid ? "medium" : undefined;
  return (
    <div className={layoutCss.pair}>
      <ActionButton
        action="rig.solve"
        label={hasRig ? "Solve again" : "Solve"}
        look="primary"
        size={size}
        grow
      />
      {hasRig && <ActionButton action="rig.continue" size={size} />}
      {hasRig && <ActionButton action="path.start" size={size} />}
    </div>
  );
}

/** "2 bones and 40 vertices locked", or null. */
function lockText(locks: SolveLocks | null): string | null {
  if (!locks) return null;
  const count = (flags: Uint8Array) => flags.reduce((sum, flag) => sum + flag, 0);
  const [bones, vertices] = [count(locks.bones), count(locks.vertices)];
  const parts = [bones && plural(bones, "bone"), vertices && plural(vertices, "vertex", "vertices")];
  return `${parts.filter(Boolean).join(", ")} locked`;
}

/** Settings while no solve runs. */
function IdleSettings() {
  const locked = useDocument((state) => lockText(state.locks));
  return (
    <>
      <section className={`${sectionCss.section} ${sectionCss.plain}`} aria-label="Settings">
        <div className={`${layoutCss.stack} ${layoutCss.wide}`} style={{ marginBottom: 12 }}>
          <MainFields />
          <RestartsField />
        </div>
        <SolveButtons />
      </section>
      <MethodParameters />
      <IntentSection />
      <LocalitySection />
      <Section
        name="more-settings"
        title="More settings"
        shut
        end={locked ?? "held-out frames, stopping, seed"}
      >
        <RefinementFields />
      </Section>
      <Section name="sequence" title="Sequence" shut end="up axis, unit, rest pose">
        <SequenceFields />
      </Section>
    </>
  );
}

/** E_RMS of the running solve, and its change. */
function ErrorNow() {
  const history = useWork((work) => work.solve?.history);
  const sequence = useDocument((state) => state.sequence);
  const now = history?.at(-1)?.eRms;
  const before = history?.at(-2)?.eRms;
  const diagonal = sequence ? diagonalOf(sequence) : 1;
  return (
    <LiveFigure
      value={now === undefined ? "–" : formatError(now)}
      of={
        <span className={textCss.tertiary}>
          <ERms />
        </span>
      }
    >
      <span className={textCss.secondary}>
        {now === undefined
          ? "no iteration yet"
          : `${formatPercent((100 * distanceOfERms(now, diagonal)) / diagonal)} of the diagonal`}
      </span>
      <span className={textCss.tertiary}>
        {now !== undefined && before !== undefined && `last iteration: ${formatChange(before, now)}`}
      </span>
    </LiveFigure>
  );
}

/** Settings while a solve runs. It continues with changed settings. */
function LiveSettings() {
  return (
    <>
      <section className={`${sectionCss.section} ${sectionCss.plain}`} aria-label="Solve">
        <ErrorNow />
        <IterationChart tall />
      </section>
      <Section name="live-bones" title="Bones">
        <div className={layoutCss.stack}>
          <MainFields />
        </div>
      </Section>
      <MethodParameters />
      <IntentSection />
      <Section name="live-refinement" title="Refinement">
        <RefinementFields />
      </Section>
      <Note inset>
        <Icon name="bolt" />
        <span>Changes take effect at once. If possible, the solve continues from the rig on screen.</span>
      </Note>
    </>
  );
}

export function ReportSections() {
  const report = useDocument(shownReport);
  const isFormer = useStore(FITTED, ({ shows }) => shows === "former" || shows === "quick");
  const isSolving = useWork((work) => work.solve !== null);
  if (!report) return null;
  // A skeleton, bound weights and a rig from a file have no iterations of a solve.
  const hasIterations = isSolving || report.history.length > 0;
  return (
    <>
      <Section name="report" title="Report" end={isFormer ? "previous rig" : methodLabel(report.method)}>
        <ErrorFigure report={report} />
        <MainFigures report={report} />
        <ReportNotes report={report} />
      </Section>
      {hasIterations && (
        <Section name="iterations" title="Error per iteration">
          <IterationChart untitled />
        </Section>
      )}
      <Section name="figures" title="More figures" shut end="normals, jitter, phases">
        <MoreFigures report={report} />
      </Section>
      <PathSteps />
      <CorrectionSection />
      <Hints />
    </>
  );
}

export function SolveInspector() {
  const solving = useWork((work) => work.solve !== null);
  const method = useDocument((state) => state.settings.method);
  return (
    <>
      <PanelHead title="Solve" sub={solving ? methodLabel(method) : undefined} panel="inspector">
        <InspectorMenu />
      </PanelHead>
      <div className={panelCss.body}>
        {solving ? (
          <LiveSettings />
        ) : (
          <>
            <IdleSettings />
            <ReportSections />
          </>
        )}
      </div>
    </>
  );
}
