import { useMemo } from "react";
import { useService } from "../../../../actions/studio";
import { formatError } from "../../../../common/format";
import { useDocument } from "../../../../document/use-stores";
import { ColourSwatch } from "../../../../ui/icons/ColourSwatch";
import { Section } from "../../../../ui/layout/Section";
import textCss from "../../../../ui/text/text.module.css";
import { tintCss } from "../../../../viewport/colours/bone-tints";
import { arrivalsOf } from "../../runs/path/path-state";
import { SOLUTION_PATH } from "../../runs/path/solution-path";
import css from "./PathSteps.module.css";
import { useOnPath, usePath } from "./use-path";

/** Steps that the list shows before and after the rig on screen. */
const AROUND = 3;
/** Further bones repeat the colours with hollow swatches. */
const COLOURS = 14;

/** The steps of the path around the rig on screen: each with its bone, and the error that it takes away. */
export function PathSteps() {
  const path = useService(SOLUTION_PATH);
  const members = usePath((state) => state.members);
  const isOn = useOnPath();
  const shown = useDocument(({ rig }) => rig?.bones.length ?? 0);
  const arrivals = useMemo(() => arrivalsOf({ members }), [members]);
  if (!isOn || arrivals.length === 0) return null;
  const near = arrivals.filter(({ bones }) => Math.abs(bones - shown) <= AROUND);
  return (
    <Section name="path-steps" title="Steps" end="error taken away">
      <ul className={css.steps}>
        {near.map(({ bones, name, colour, from, gain }) => (
          <li key={bones}>
            <button
              type="button"
              aria-pressed={bones === shown}
              onClick={() => {
                path.show(bones);
                path.release();
              }}
            >
              <span className={`${textCss.secondary} ${css.count}`}>{bones}</span>
              <ColourSwatch colour={tintCss({ colour, shade: 0 })} isHollow={colour >= COLOURS} />
              <span className={textCss.ellipsis}>
                {name}
                {from && <span className={textCss.tertiary}> from {from}</span>}
              </span>
              <span className={textCss.number}>−{formatError(Math.max(0, gain))}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
