import { Menu } from "@base-ui/react/menu";
import { useMemo } from "react";
import { ActionButton } from "../../../../actions/ActionButton";
import { formatCount, plural } from "../../../../common/format";
import { useCompare, useDocument, useStores } from "../../../../document/use-stores";
import { Button } from "../../../../ui/buttons/Button";
import { Icon } from "../../../../ui/icons/Icon";
import layoutCss from "../../../../ui/layout/layout.module.css";
import panelCss from "../../../../ui/layout/Panel.module.css";
import { MenuChoice, MenuPopup } from "../../../../ui/menus/MenuPopup";
import textCss from "../../../../ui/text/text.module.css";
import { boneCountsOf, commonWords } from "../../runs/compare-table";
import { useQueue, useTableRows } from "../use-compare";
import { LikeFilter } from "./LikeFilter";
import noResultsCss from "./NoResults.module.css";
import { NoteLine } from "./NoteLine";
import css from "./ResultsPanel.module.css";
import { ResultsTable } from "./ResultsTable";

const ALL = 0;

/** Filters the results by number of bones. */
function CountFilter() {
  const stores = useStores();
  const runs = useCompare((compare) => compare.runs);
  const count = useCompare((compare) => compare.count);
  const counts = useMemo(() => boneCountsOf(runs), [runs]);
  const words = (n: number) => (n === ALL ? "All bone counts" : plural(n, "bone"));
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button look="ghost" />} aria-label={`Bone counts shown: ${words(count ?? ALL)}`}>
        <Icon name="filter" />
        <span>{words(count ?? ALL)}</span>
        <Icon name="down" small />
      </Menu.Trigger>
      <MenuPopup sideOffset={4} align="end">
        <Menu.RadioGroup
          value={count ?? ALL}
          onValueChange={(next: number) => stores.compare.setState({ count: next === ALL ? null : next })}
        >
          {[ALL, ...counts].map((n) => (
            <MenuChoice key={n} value={n} label={words(n)} />
          ))}
        </Menu.RadioGroup>
      </MenuPopup>
    </Menu.Root>
  );
}

/** Shown if there are no results, or if the filter matches none. */
function Nothing({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <p className={noResultsCss.empty}>
        No result passes the filters. Show all bone counts and all results.
      </p>
    );
  }
  return (
    <div className={noResultsCss.empty}>
      <p>Compare methods by error, time and size.</p>
      <ActionButton action="compare.add" />
    </div>
  );
}

/** The results and their filters. */
export function ResultsPanel() {
  const rows = useTableRows();
  const runs = useCompare((compare) => compare.runs);
  const { active } = useQueue();
  const solved = runs.filter(({ report }) => report).length;
  const filtered = rows.length === 0 && solved > 0;
  const name = useDocument((state) => state.sequence?.name ?? "");
  const words = useMemo(() => commonWords(runs), [runs]);
  return (
    <section className={panelCss.panel} aria-label="Results">
      <div className={panelCss.head}>
        <h2>Results</h2>
        <span className={`${panelCss.sub} ${textCss.ellipsis}`} data-ui="subtitle">
          {words ? `${name}, ${words}` : name}
        </span>
        <span className={layoutCss.grow} />
        {rows.length < solved && (
          <span
            className={panelCss.sub}
          >{`${formatCount(rows.length)} of ${formatCount(solved)} shown`}</span>
        )}
        <LikeFilter />
        <CountFilter />
        <ActionButton action="compare.csv" label="CSV" look="ghost" icon />
      </div>
      <div className={`${panelCss.body} ${css.body}`}>
        {rows.length > 0 || (active && !filtered) ? <ResultsTable /> : <Nothing filtered={filtered} />}
      </div>
      <NoteLine />
    </section>
  );
}
