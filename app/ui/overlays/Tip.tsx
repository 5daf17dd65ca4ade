import { Tooltip } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";
import { chordText, onMac } from "../../common/key-chords";
import textCss from "../text/text.module.css";
import popupCss from "./Popup.module.css";
import css from "./Tip.module.css";

interface TipProps {
  title: string;
  /** Key of the action, as in the table: "Ctrl+K". */
  keys?: string;
  /** What it does, or what is missing. */
  body?: string | null;
  side?: "top" | "bottom" | "left" | "right";
  /** The element that the tip is about; it gets the handlers. */
  children: ReactElement;
}

/** A tip with name, key and one sentence. It never holds what is needed to use the control. */
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
