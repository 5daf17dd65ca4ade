/**
 * Follows which control the pointer pressed last, until the focus goes elsewhere. `:focus-visible` does not tell:
 * browsers set it with the first key after a press, before the page hears of that key.
 */
export class PressedControl {
  private readonly controls: string;
  private pressed: Element | null = null;

  constructor(controls: string) {
    this.controls = controls;
  }

  has(control: Element): boolean {
    return control === this.pressed;
  }

  /** @returns a function that ends it. */
  listen(): () => void {
    const onPress = ({ target }: PointerEvent) => {
      this.pressed = target instanceof Element ? target.closest(this.controls) : null;
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Node && !this.pressed?.contains(target)) this.pressed = null;
    };
    window.addEventListener("pointerdown", onPress, { capture: true });
    window.addEventListener("focusin", onFocus, { capture: true });
    return () => {
      window.removeEventListener("pointerdown", onPress, { capture: true });
      window.removeEventListener("focusin", onFocus, { capture: true });
    };
  }
}
