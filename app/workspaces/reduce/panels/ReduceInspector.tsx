import { PanelHead } from "../../../panels/frame/PanelHead";
import panelCss from "../../../ui/layout/Panel.module.css";
import { BudgetSection } from "./BudgetSection";
import { CleanUpSection } from "./CleanUpSection";
import { ExceptionalSection } from "./ExceptionalSection";
import { MethodSection } from "./MethodSection";
import { ResultSection } from "./ResultSection";

/** Budget, method, report and clean-up; on small screens a tab of the sheet. */
export function ReduceSections() {
  return (
    <>
      <BudgetSection />
      <MethodSection />
      <ResultSection />
      <ExceptionalSection />
      <CleanUpSection />
    </>
  );
}

export function ReduceInspector() {
  return (
    <>
      <PanelHead title="Reduce" panel="inspector" />
      <div className={panelCss.body}>
        <ReduceSections />
      </div>
    </>
  );
}
