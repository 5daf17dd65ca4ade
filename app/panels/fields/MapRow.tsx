import { Icon } from "../../ui/icons/Icon";
import { Tip } from "../../ui/overlays/Tip";

interface MapRowProps {
  name: string;
  help?: string;
  /** What it is now: "painted", "even". */
  state: string;
  /** Colours of the row's chip, as CSS; a weight's where not given. */
  chip?: string;
  on: boolean;
  onToggle(): void;
  /** What switching it on is called: "Paint slide strength". */
  verb: string;
  /** Back to what it was before it was painted; null where it is not. */
  reset: { label: string; perform(): void } | null;
}

/** A map that can be painted: its name, how it stands, and the brush. */
export function MapRow({ name, help, state, chip, on, onToggle, verb, reset }: MapRowProps) {
  return (
    <div className={on ? "map on" : "map"}>
      <button type="button" className="mapmain" aria-pressed={on} onClick={onToggle} title={help}>
        <span className="chip" style={chip ? { background: chip } : undefined} />
        <span className="grow">{name}</span>
        <span className="t3">{state}</span>
      </button>
      {reset && (
        <Tip title={reset.label}>
          <button
            type="button"
            className="ib"
            aria-label={`${name}: ${reset.label.toLowerCase()}`}
            onClick={reset.perform}
          >
            <Icon name="restart" />
          </button>
        </Tip>
      )}
      <Tip title={on ? "Stop painting" : verb} keys={on ? "Esc" : undefined}>
        <button
          type="button"
          className={on ? "ib on" : "ib"}
          aria-label={on ? "Stop painting" : verb}
          onClick={onToggle}
        >
          <Icon name="brush" />
        </button>
      </Tip>
    </div>
  );
}
