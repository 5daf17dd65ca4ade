import { formatCount, formatError, formatTenths } from "../../../common/format";
import { BUDGETS, type BudgetKind, REDUCTION } from "../../../document/reduce/reduce-state";
import { useDocument, useStores } from "../../../document/use-stores";
import { Segmented } from "../../../ui/choices/Segmented";
import { LabelledNumber } from "../../../ui/fields/LabelledNumber";
import { KeyValue, KeyValues } from "../../../ui/figures/KeyValues";
import layoutCss from "../../../ui/layout/layout.module.css";
import { Section } from "../../../ui/layout/Section";
import textCss from "../../../ui/text/text.module.css";
import { leastSpent, spent } from "../runs/budget";
import { BUDGET_NAMES, budgetFigure, budgetWords } from "./budget-words";
import { useBest, useReduction } from "./use-reduction";

const KB = 1000;

/** The number field of each budget, and the conversions to and from its number. */
const FIELDS: Readonly<
  Record<
    BudgetKind,
    { unit: string; scale: number; step: number; least: number; most: number; whole: boolean }
  >
> = {
  influences: { unit: "", scale: 1, step: 1, least: 1, most: 16, whole: true },
  bytes: { unit: "kB", scale: KB, step: 1, least: 0.1, most: 1e6, whole: false },
  blends: { unit: "", scale: 1, step: 0.1, least: 1, most: 64, whole: false },
  error: { unit: "", scale: 1, step: 0.05, least: 0, most: 1000, whole: false },
};

/** The default amount of each budget before there are results. */
const USUAL: Readonly<Record<BudgetKind, number>> = { influences: 4, bytes: 100 * KB, blends: 4, error: 2 };

/** Chooses the budget. The other three figures are those of the best result within it. */
export function BudgetSection() {
  const stores = useStores();
  const budget = useReduction((state) => state.budget);
  const runs = useReduction((state) => state.runs);
  const [first] = useBest();
  const bones = useDocument(({ rig }) => rig?.bones.length ?? 1);
  const set = (kind: BudgetKind, amount: number) =>
    stores.of(REDUCTION).setState({ budget: { kind, amount } });
  const { unit, scale, step, least, most, whole } = FIELDS[budget.kind];
  const top = budget.kind === "influences" ? Math.max(1, Math.min(most, bones)) : most;
  const needed = leastSpent(runs, budget.kind);
  const isImpossible = needed !== null && needed > budget.amount;
  const write = whole ? formatCount : budget.kind === "error" ? formatError : formatTenths;
  return (
    <Section name="reduce-budget" title="Budget">
      <div className={layoutCss.stack}>
        <Segmented
          label="Budget"
          dense
          value={budget.kind}
          options={BUDGETS.map((kind) => ({ value: kind, label: BUDGET_NAMES[kind] }))}
          onChange={(kind) => set(kind, first ? spent(first.report, kind) : USUAL[kind])}
        />
        <LabelledNumber
          label="At most"
          value={budget.amount / scale}
          unit={unit}
          range={{ step, soft: [least, Math.max((2 * budget.amount) / scale, step)], hard: [least, top] }}
          write={write}
          onCommit={(value) => set(budget.kind, value * scale)}
        />
        {isImpossible && (
          <p className={textCss.secondary} role="alert">
            The smallest result needs {budgetWords({ kind: budget.kind, amount: needed })}.
          </p>
        )}
        {first && (
          <KeyValues>
            {BUDGETS.filter((kind) => kind !== budget.kind).map((kind) => (
              <KeyValue
                key={kind}
                name={BUDGET_NAMES[kind]}
                value={budgetFigure({ kind, amount: spent(first.report, kind) })}
              />
            ))}
          </KeyValues>
        )}
      </div>
    </Section>
  );
}
