import { Menu } from "@base-ui/react/menu";
import { formatFigure } from "../../../../common/format";
import { type NearReference as Filter, referenceRun } from "../../../../document/compare/compare-state";
import { useCompare, useStores } from "../../../../document/use-stores";
import { Button } from "../../../../ui/buttons/Button";
import { NumberField } from "../../../../ui/fields/NumberField";
import { Icon } from "../../../../ui/icons/Icon";
import { MenuChoice, MenuPopup } from "../../../../ui/menus/MenuPopup";
import { runTitle } from "../../runs/compare-table";
import css from "./LikeFilter.module.css";

type Choice = "all" | Filter["by"];

const WORDS: Record<Choice, string> = { all: "All results", eRms: "Same quality", seconds: "Same time" };
const LIKE: Record<Filter["by"], string> = { eRms: "error as in", seconds: "time as in" };
/** The initial tolerance of each filter, in percent. Times vary more than errors. */
const FIRST: Record<Filter["by"], number> = { eRms: 5, seconds: 10 };

/** Limits the table to results with about the error or the time of the reference. */
export function LikeFilter() {
  const stores = useStores();
  const like = useCompare((compare) => compare.like);
  const reference = useCompare(referenceRun);
  const choice: Choice = like?.by ?? "all";
  const name = reference ? runTitle(reference) : "view A";
  const set = (next: Choice) =>
    stores.compare.setState({ like: next === "all" ? null : { by: next, percent: FIRST[next] } });
  return (
    <span className={css.filter}>
      <Menu.Root>
        <Menu.Trigger render={<Button look="ghost" />} aria-label={`Results shown: ${WORDS[choice]}`}>
          <span>{WORDS[choice]}</span>
          <Icon name="down" small />
        </Menu.Trigger>
        <MenuPopup sideOffset={4} align="end">
          <Menu.RadioGroup value={choice} onValueChange={set}>
            {(Object.keys(WORDS) as Choice[]).map((each) => (
              <MenuChoice
                key={each}
                value={each}
                label={each === "all" ? WORDS.all : `${WORDS[each]}: ${LIKE[each]} ${name}`}
              />
            ))}
          </Menu.RadioGroup>
        </MenuPopup>
      </Menu.Root>
      {like && (
        <NumberField
          label="Largest difference from the reference"
          value={like.percent}
          reset={FIRST[like.by]}
          range={{ step: 0.5, soft: [0, 50], hard: [0, 1000] }}
          write={(x) => ({ value: `± ${formatFigure(x, 3)}`, unit: "%" })}
          onCommit={(percent) => stores.compare.setState({ like: { ...like, percent } })}
        />
      )}
    </span>
  );
}
