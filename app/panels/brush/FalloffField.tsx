import type { FalloffShape } from "../../document/brush-settings";
import { useRoving } from "../../ui/lists/roving";
import { Tip } from "../../ui/overlays/Tip";
import { FALLOFF_NAMES, FALLOFFS } from "../../viewport/brush/reach/falloff";
import css from "./FalloffField.module.css";

const SHAPES = Object.keys(FALLOFFS) as FalloffShape[];
const STEPS = 32;
const ROWS = [SHAPES.slice(0, 3), SHAPES.slice(3)];

/** SVG path of a falloff, from the brush's centre to its edge, in a box. */
function curve(shape: FalloffShape, width: number, height: number, inset: number): string {
  const points = Array.from({ length: STEPS + 1 }, (_, n) => {
    const t = n / STEPS;
    const x = inset + t * (width - 2 * inset);
    const y = height - inset - FALLOFFS[shape](t) * (height - 2 * inset);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join("L")}`;
}

interface ShapeProps {
  shape: FalloffShape;
  chosen: boolean;
  onChoose(): void;
}

function Shape({ shape, chosen, onChoose }: ShapeProps) {
  return (
    <Tip title={FALLOFF_NAMES[shape]}>
      <button
        type="button"
        role="radio"
        aria-checked={chosen}
        aria-label={FALLOFF_NAMES[shape]}
        className={chosen ? `${css.kind} ${css.on}` : css.kind}
        onClick={onChoose}
      >
        <svg width="28" height="22" viewBox="0 0 28 22" aria-hidden="true">
          <path d={curve(shape, 28, 22, 3)} />
        </svg>
      </button>
    </Tip>
  );
}

interface FalloffProps {
  falloff: FalloffShape;
  onChange(falloff: FalloffShape): void;
}

/** The falloff of the brush: its curve, and the shapes to choose from. */
export function FalloffField({ falloff, onChange }: FalloffProps) {
  const roving = useRoving<HTMLDivElement>(":scope > div", true);
  const large = curve(falloff, 132, 84, 8);
  return (
    <div className={css.falloff}>
      <svg width="132" height="84" viewBox="0 0 132 84" aria-hidden="true">
        <path className={css.grid} d="M0 42H132M66 0V84" />
        <path className={css.area} d={`${large}V84H8Z`} />
        <path d={large} />
        <circle cx="8" cy="8" r="3" />
        <circle cx="124" cy="76" r="3" />
      </svg>
      <div {...roving} className={css.kinds} role="radiogroup" aria-label="Falloff">
        {ROWS.map((row) => (
          <div key={row[0]} className={css.row}>
            {row.map((shape) => (
              <Shape key={shape} shape={shape} chosen={falloff === shape} onChoose={() => onChange(shape)} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
