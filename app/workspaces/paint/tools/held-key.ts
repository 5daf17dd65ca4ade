import { useView } from "../../../document/view-state";

const TYPING = "input, textarea, select, [contenteditable]";

/**
 * Follows B, which is held to drag the brush's radius. Pressed and released without a drag it does what it does
 * elsewhere: it shows and hides the bones. `changed` is called when it goes down or up.
 */
export class HeldKey {
  down = false;
  private used = false;
  private readonly changed: () => void;

  constructor(changed: () => void) {
    this.changed = changed;
    window.addEventListener("keydown", this.press, { capture: true });
    window.addEventListener("keyup", this.release, { capture: true });
    window.addEventListener("blur", this.forget);
  }

  /** The key was held for a drag. */
  use(): void {
    this.used = true;
  }

  private readonly press = (event: KeyboardEvent) => {
    const { workspace, paint } = useView.getState();
    if (event.key.toLowerCase() !== "b" || workspace !== "paint" || paint.tool === "skeleton") return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    // The action table's own key waits for the release.
    event.preventDefault();
    if (this.down) return;
    this.down = true;
    this.used = false;
    this.changed();
  };

  private readonly release = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "b" || !this.down) return;
    if (!this.used) useView.setState(({ showBones }) => ({ showBones: !showBones }));
    this.forget();
  };

  private readonly forget = () => {
    this.down = false;
    this.changed();
  };

  stop(): void {
    window.removeEventListener("keydown", this.press, { capture: true });
    window.removeEventListener("keyup", this.release, { capture: true });
    window.removeEventListener("blur", this.forget);
  }
}
