import { formatPlain, lengthUnit } from "../../../common/format";
import { useDocument, useStores, useView } from "../../../document/use-stores";
import type { ReduceView } from "../../../document/view-state";
import legendCss from "../../../panels/legend/Legend.module.css";
import { LegendCard } from "../../../panels/legend/LegendCard";
import { RampHandle, rampBetween, Ticks } from "../../../panels/legend/RampHandle";
import { SignedRamp } from "../../../panels/legend/SignedRamp";
import textCss from "../../../ui/text/text.module.css";
import { RAMPS } from "../../../viewport/colours/palette";
import { useReduction } from "./use-reduction";

/** The length of the bar over that of the ramp, so that the ramp's end can be dragged either way. */
const ROOM = 1.5;

type Range = "positions" | "normals" | "positionsChange" | "normalsChange";

/** Unit and factor of the shown measure. */
function useUnit(): { unit: string; factor: number } {
  const metres = useDocument(({ sequence }) => sequence?.metresPerUnit ?? 1);
  const { shading, positions } = useView((view) => view.reduce);
  if (shading === "normals") return { unit: "degrees", factor: 1 };
  const unit = lengthUnit(positions * metres);
  return { unit: unit.name, factor: metres / unit.metres };
}

/** One ramp whose end can be dragged. */
function RangeBar({ range, signed }: { range: Range; signed: boolean }) {
  const stores = useStores();
  const end = useView((view) => view.reduce[range]);
  const { factor } = useUnit();
  const full = ROOM * end;
  const set = (next: number) =>
    stores.view.setState(({ reduce }) => ({
      reduce: { ...reduce, [range]: Math.max(next, 1e-3 * end) } satisfies ReduceView,
    }));
  if (signed) return <SignedRamp end={end} factor={factor} onChange={set} />;
  return (
    <>
      <div className={legendCss.bar} style={{ background: rampBetween(RAMPS.error, 0, end, full) }}>
        <RampHandle
          label="Where the ramp ends"
          value={end}
          full={full}
          onChange={set}
          onReset={() => set(end)}
        />
      </div>
      <Ticks full={full} write={(value) => formatPlain(value * factor)} />
    </>
  );
}

/** The ramp of A's error, and the signed ramp of B's error minus A's. */
export function ReduceLegend() {
  const { shading, difference } = useView((view) => view.reduce);
  const hasB = useReduction((state) => state.sides.b !== null);
  const { unit } = useUnit();
  const isNormals = shading === "normals";
  return (
    <LegendCard>
      <div className={legendCss.head}>
        <span className={textCss.strong}>{isNormals ? "Angle between normals" : "Distance to source"}</span>
        <span className={textCss.secondary}>{unit}</span>
      </div>
      <RangeBar range={isNormals ? "normals" : "positions"} signed={false} />
      {difference && hasB && (
        <div className={legendCss.second}>
          <div className={legendCss.head}>
            <span className={textCss.strong}>B − A</span>
            <span className={textCss.secondary}>blue is better</span>
          </div>
          <RangeBar range={isNormals ? "normalsChange" : "positionsChange"} signed />
        </div>
      )}
    </LegendCard>
  );
}
