import { useMemo } from "react";
import { formatError, plural } from "../../../../common/format";
import { tintCss } from "../../../../viewport/colours/bone-tints";
import { arrivalsOf } from "../../runs/path/path-state";
import type { PlotLayout } from "../error-curve/plot-layout";
import css from "./PathPlot.module.css";
import { usePath } from "./use-path";

/** Further bones repeat the colours with hollow chips. */
const COLOURS = 14;
const [WIDEST, NARROWEST] = [9, 3];

/** The bones of the path in the order of their counts, in their colours. */
export function PathChips({ layout, shown }: { layout: PlotLayout; shown: number }) {
  const members = usePath((state) => state.members);
  const arrivals = useMemo(() => arrivalsOf({ members }), [members]);
  const size = Math.max(NARROWEST, Math.min(WIDEST, layout.x(2) - layout.x(1) - 2));
  const y = layout.room.top + layout.room.height + 22 * layout.growth + 4;
  return (
    <g>
      {arrivals.map(({ bones, name, colour, from, gain }) => {
        const tint = tintCss({ colour, shade: 0 });
        const isHollow = colour >= COLOURS;
        return (
          <rect
            key={bones}
            className={bones > shown ? css.chipAfter : undefined}
            x={layout.x(bones) - size / 2}
            y={y}
            width={size}
            height={size}
            rx={2}
            fill={isHollow ? "none" : tint}
            stroke={tint}
            strokeWidth={isHollow ? 2 : 0}
          >
            <title>{`${plural(bones, "bone")}: ${name}${from ? ` from ${from}` : ""}, −${formatError(Math.max(0, gain))}`}</title>
          </rect>
        );
      })}
    </g>
  );
}
