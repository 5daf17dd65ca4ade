import { useDocument } from "../document/document";
import { logRange, logTicks } from "../ui/axis";
import { formatError, plural } from "../ui/format";
import { useSettings } from "./use-settings";

const WIDTH = 288;
const HEIGHT = 96;
/** Room that the label of a point takes. */
const LABEL = 18;
const ROOM = { left: 30, right: 10, top: 10, bottom: 18 };

/** The error against bones that the last solve chose its number from; a click on a point asks for that many. */
export function ErrorCurve() {
  const [settings, set] = useSettings();
  const curve = useDocument((state) => state.report?.curve);
  const chosen = useDocument((state) => state.report?.bones);
  if (!curve || curve.length < 2 || settings.errorTarget !== null) return null;
  const most = Math.max(...curve.map(({ bones }) => bones));
  const [low, high] = logRange(curve.map(({ eRms }) => eRms));
  const x = (bones: number) => ROOM.left + (bones / most) * (WIDTH - ROOM.left - ROOM.right);
  const y = (eRms: number) =>
    ROOM.top +
    (1 - Math.log(Math.max(eRms, low) / low) / Math.log(high / low)) * (HEIGHT - ROOM.top - ROOM.bottom);
  const points = curve.map(({ bones, eRms }) => `${x(bones)},${y(eRms)}`).join(" ");
  let labelled = Number.NEGATIVE_INFINITY;
  const withLabels = new Set(
    curve
      .map(({ bones }) => bones)
      .filter((bones) => {
        const free = x(bones) - labelled >= LABEL;
        if (free) labelled = x(bones);
        return free;
      }),
  );
  const asked = settings.knee ? chosen : settings.bones;
  // The number that was chosen may lie between those that were tried.
  const between = asked !== undefined && asked < most && !curve.some(({ bones }) => bones === asked);
  return (
    <figure className="curve" aria-label="Error against bones">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group">
        {logTicks(low, high, 4).map((tick) => (
          <g key={tick}>
            <line className="grid" x1={ROOM.left} x2={WIDTH - ROOM.right} y1={y(tick)} y2={y(tick)} />
            <text x={ROOM.left - 6} y={y(tick)} className="end">
              {tick}
            </text>
          </g>
        ))}
        {between && (
          <line className="asked" x1={x(asked)} x2={x(asked)} y1={ROOM.top} y2={HEIGHT - ROOM.bottom}>
            <title>{plural(asked, "bone")}</title>
          </line>
        )}
        <polyline points={points} />
        {curve.map(({ bones, eRms }) => (
          <g
            key={bones}
            role="button"
            tabIndex={0}
            aria-label={`Ask for ${plural(bones, "bone")}, error ${formatError(eRms)}`}
            aria-pressed={bones === asked}
            className={bones === asked ? "point on" : "point"}
            onClick={() => set({ bones, knee: false })}
            onKeyDown={(event) => {
              if (event.key !== "Enter" && event.key !== " ") return;
              event.preventDefault();
              set({ bones, knee: false });
            }}
          >
            <title>{`${plural(bones, "bone")}: ${formatError(eRms)}`}</title>
            <circle className="reach" cx={x(bones)} cy={y(eRms)} r={11} />
            <circle cx={x(bones)} cy={y(eRms)} r={bones === asked ? 4.5 : 3} />
            {withLabels.has(bones) && (
              <text x={x(bones)} y={HEIGHT - 5} className="middle">
                {bones}
              </text>
            )}
          </g>
        ))}
      </svg>
    </figure>
  );
}
