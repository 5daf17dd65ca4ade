import type { Stores } from "../../document/stores";

const TYPING = "input, textarea, select, [contenteditable]";

/**
 * Tracks the B key. A drag with B held changes the radius of a brush, or with Shift its strength. A press of B without
 * a drag shows or hides the bones, as elsewhere.
 */
export class HeldKey {
  private readonly stores: Stores;
  down = false;
  private used = false;
  private readonly wanted: () => boolean;
  private readonly changed: () => void;

  /**
   * @param wanted whether a brush is active, so that B applies to the brush.
   * @param changed is called when the key goes down or up.
   */
  constructor(stores: Stores, wanted: () => boolean, changed: () => void) {
    this.stores = stores;
    this.wanted = wanted;
    this.changed = changed;
    window.addEventListener("keydown", this.press, { capture: true });
    window.addEventListener("keyup", this.release, { capture: true });
    window.addEventListener("blur", this.forget);
  }

  /** Notes that a drag used the key. */
  use(): void {
    this.used = true;
  }

  private readonly press = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "b" || !this.wanted()) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    // Delay the action that shows the bones until the release.
    event.preventDefault();
    if (this.down) return;
    this.down = true;
    // Only B without Shift shows the bones.
    this.used = event.shiftKey;
    this.changed();
  };

  private readonly release = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "b" || !this.down) return;
    if (!this.used) this.stores.view.setState(({ showBones }) => ({ showBones: !showBones }));
    this.forget();
  };

  private readonly forget = () => {
    if (!this.down) return;
    this.down = false;
    this.changed();
  };

  stop(): void {
    window.removeEventListener("keydown", this.press, { capture: true });
    window.removeEventListener("keyup", this.release, { capture: true });
    window.removeEventListener("blur", this.forget);
  }
}
