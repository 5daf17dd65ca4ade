/**
 * The cached position of an element in the window. Asking the browser at each sample of the pointer would force a
 * layout.
 */
export class ElementPlace {
  private readonly element: HTMLElement;
  private readonly observer: ResizeObserver;
  private box: DOMRect;

  constructor(element: HTMLElement) {
    this.element = element;
    this.box = element.getBoundingClientRect();
    // The observer runs after a layout, so measuring costs nothing.
    this.observer = new ResizeObserver(this.measure);
    this.observer.observe(element);
    // The element may have moved without a change of size.
    element.addEventListener("pointerenter", this.measure);
  }

  private readonly measure = () => {
    this.box = this.element.getBoundingClientRect();
  };

  /** Converts a point of the window to CSS pixels from the element's top left. */
  local({ clientX, clientY }: { clientX: number; clientY: number }): { x: number; y: number } {
    return { x: clientX - this.box.left, y: clientY - this.box.top };
  }

  stop(): void {
    this.observer.disconnect();
    this.element.removeEventListener("pointerenter", this.measure);
  }
}
