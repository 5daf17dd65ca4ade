import { formatPlain } from "../../common/format";
import { RAMPS } from "../../viewport/colours/palette";
import css from "./Legend.module.css";
import { RampHandle } from "./RampHandle";

interface SignedRampProps {
  /** Half the width of the ramp. */
  end: number;
  /** Factor from `end` to the unit of the labels. */
  factor: number;
  onChange(end: number): void;
}

/** A ramp from −end to +end. Its handle changes the end. */
export function SignedRamp({ end, factor, onChange }: SignedRampProps) {
  const words = ["−", "", "+"].map((sign, n) => (n === 1 ? "0" : `${sign}${formatPlain(end * factor)}`));
  return (
    <>
      <div className={css.bar} style={{ background: `linear-gradient(90deg, ${RAMPS.signed.join(", ")})` }}>
        <RampHandle
          label="Where the ramp of differences ends"
          value={end}
          full={end}
          onChange={(value) => onChange(value < end ? 0.8 * end : 1.25 * end)}
          onReset={() => onChange(end)}
        />
      </div>
      <div className={css.ticks} aria-hidden="true">
        {words.map((word) => (
          <span key={word}>{word}</span>
        ))}
      </div>
    </>
  );
}
