import { Tooltip } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";
import { chordText, onMac } from "../../common/key-chords";
import textCss from "../text/text.module.css";
import popupCss from "./Popup.module.css";
import css from "./Tip.module.css";

interface TipProps {
  title: string;
  /** Shortcut of the action, as the keymap writes it: "Ctrl+K". */
  keys?: string;
  /** What the action does, or why it is not available. */
  body?: string | null;
  side?: "top" | "bottom" | "left" | "right";
  /** The element that the tip explains. It gets the handlers. */
  children: ReactElement;
}

/**
 * A tooltip with a name, a shortcut and one sentence. It never holds anything that is needed to operate the control.
 */
export function Tip({ title, keys, body, side = "bottom", children }: TipProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger delay={450} render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner
          className={`${popupCss.positioner} ${popupCss.aboveAll}`}
          side={side}
          sideOffset={6}
          collisionPadding={6}
        >
          <Tooltip.Popup className={css.tip}>
            <div className={css.head}>
              <span>{title}</span>
              {keys && <kbd>{chordText(keys, onMac())}</kbd>}
            </div>
            {body && <div className={textCss.secondary}>{body}</div>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
