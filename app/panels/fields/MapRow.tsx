import { IconButton } from "../../ui/buttons/IconButton";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import { Tip } from "../../ui/overlays/Tip";
import textCss from "../../ui/text/text.module.css";
import css from "./MapRow.module.css";

interface MapRowProps {
  name: string;
  help?: string;
  /** The current state: "painted", "uniform". */
  state: string;
  /** CSS background of the row's chip; by default the colours of a weight. */
  chip?: string;
  on: boolean;
  onToggle(): void;
  /** Name of the action that starts painting: "Paint slide strength". */
  verb: string;
  /** Restores the state before painting; null if the map is not painted. */
  reset: { label: string; perform(): void } | null;
}

/** A map that can be painted: its name, its state, and the brush. */
export function MapRow({ name, help, state, chip, on, onToggle, verb, reset }: MapRowProps) {
  return (
    <div className={on ? `${css.map} ${css.on}` : css.map}>
      <button type="button" className={css.toggle} aria-pressed={on} onClick={onToggle} title={help}>
        <span className={css.chip} style={chip ? { background: chip } : undefined} />
        <span className={layoutCss.grow}>{name}</span>
        <span className={textCss.tertiary}>{state}</span>
      </button>
      {reset && (
        <Tip title={reset.label}>
          <IconButton aria-label={`${name}: ${reset.label.toLowerCase()}`} onClick={reset.perform}>
            <Icon name="restart" />
          </IconButton>
        </Tip>
      )}
      <Tip title={on ? "Stop painting" : verb} keys={on ? "Esc" : undefined}>
        <IconButton on={on} aria-label={on ? "Stop painting" : verb} onClick={onToggle}>
          <Icon name="brush" />
        </IconButton>
      </Tip>
    </div>
  );
}
