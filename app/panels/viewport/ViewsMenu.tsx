import { Popover } from "@base-ui/react/popover";
import { useState } from "react";
import { ActionButton } from "../../actions/ActionButton";
import { useStudio } from "../../actions/studio";
import { capital } from "../../common/capital";
import { deleteBookmark, renameBookmark } from "../../document/scene/bookmark-commands";
import { TURNTABLE } from "../../document/session/turntable";
import { useDocument, useStore, useStores, useView } from "../../document/use-stores";
import { IconButton } from "../../ui/buttons/IconButton";
import { Segmented } from "../../ui/choices/Segmented";
import { LabelledNumber } from "../../ui/fields/LabelledNumber";
import { RenameInput } from "../../ui/fields/RenameInput";
import { Icon } from "../../ui/icons/Icon";
import { Row, RowName } from "../../ui/lists/Row";
import overlayCss from "../../ui/overlays/Overlay.module.css";
import { PopoverBox } from "../../ui/overlays/PopoverBox";
import { Tip } from "../../ui/overlays/Tip";
import textCss from "../../ui/text/text.module.css";
import css from "./ViewsMenu.module.css";

const SIDES = ["front", "right", "top", "back", "left", "bottom"] as const;
const PROJECTIONS = [
  { value: "perspective", label: "Perspective" },
  { value: "orthographic", label: "Orthographic" },
] as const;
const TURN_SECONDS = { step: 0.5, soft: [2, 30], hard: [0.5, 600] } as const;

/** A saved view. A click on its name shows it. */
function Bookmark({ at, name }: { at: number; name: string }) {
  const studio = useStudio();
  const [renaming, setRenaming] = useState(false);
  const finish = (next: string | null) => {
    setRenaming(false);
    if (next !== null) studio.history.run(renameBookmark(studio, at, next));
  };
  const show = () => {
    const { pose } = studio.document.getState().scene.bookmarks[at];
    studio.viewport.current?.moves.go(pose);
  };
  return (
    <Row>
      <Icon name="bookmark" />
      {renaming ? (
        <RenameInput label="Name of the view" name={name} onEnd={finish} />
      ) : (
        <RowName as="button" type="button" className={css.name} title={`Show ${name}`} onClick={show}>
          {name}
        </RowName>
      )}
      <IconButton quiet aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
        <Icon name="rename" />
      </IconButton>
      <IconButton
        quiet
        aria-label={`Delete ${name}`}
        onClick={() => studio.history.run(deleteBookmark(studio, at))}
      >
        <Icon name="trash" />
      </IconButton>
    </Row>
  );
}

function Views() {
  const stores = useStores();
  const studio = useStudio();
  const orthographic = useView((view) => view.orthographic);
  const bookmarks = useDocument((state) => state.scene.bookmarks);
  const seconds = useView((view) => view.turnSeconds);
  return (
    <div className={css.views}>
      <Segmented
        label="Projection"
        value={orthographic ? "orthographic" : "perspective"}
        options={[...PROJECTIONS]}
        onChange={(value) => studio.viewport.current?.moves.setOrthographic(value === "orthographic")}
      />
      <div className={css.sides}>
        {SIDES.map((side) => (
          <ActionButton key={side} action={`view.${side}`} label={capital(side)} wide />
        ))}
      </div>
      <h3 className={textCss.secondary}>Saved views</h3>
      {bookmarks.length === 0 && <p className={textCss.tertiary}>None yet.</p>}
      <div className={css.list}>
        {bookmarks.map(({ name }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: commands identify a view by its place
          <Bookmark key={at} at={at} name={name} />
        ))}
      </div>
      <ActionButton action="view.save-bookmark" icon wide />
      <h3 className={textCss.secondary}>Turntable</h3>
      <LabelledNumber
        label="Time for a turn"
        value={seconds}
        unit="s"
        range={{ ...TURN_SECONDS, soft: [...TURN_SECONDS.soft], hard: [...TURN_SECONDS.hard] }}
        reset={12}
        onPreview={(turnSeconds) => stores.view.setState({ turnSeconds })}
        onCommit={(turnSeconds) => stores.view.setState({ turnSeconds })}
      />
      <Turning />
    </div>
  );
}

function Turning() {
  const on = useStore(TURNTABLE, (state) => state.on);
  return <ActionButton action="view.turntable" icon label={on ? "Stop" : "Start"} wide />;
}

/** A button for the projection, views from the sides, saved views and the turntable. */
export function ViewsButton({ side }: { side: "left" | "bottom" }) {
  return (
    <Popover.Root>
      <Tip title="Views" body="Projection, sides, saved views and turntable." side={side}>
        <Popover.Trigger render={<IconButton aria-label="Views" />}>
          <Icon name="cube" />
        </Popover.Trigger>
      </Tip>
      <PopoverBox label="Views" side={side} align={side === "bottom" ? "end" : "start"} sideOffset={6}>
        <Views />
      </PopoverBox>
    </Popover.Root>
  );
}

/** The button for views, below the axes. */
export function ViewsMenu() {
  const isOpen = useDocument((state) => state.sequence !== null);
  // The last pane has the button in its bar.
  const hasPanes = useView((view) => view.workspace === "deform");
  if (!isOpen || hasPanes) return null;
  return (
    <div data-ui="bar" className={`${overlayCss.bar} ${css.bar}`} data-viewport-control>
      <ViewsButton side="left" />
    </div>
  );
}
