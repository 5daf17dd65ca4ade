/**
 * Where an element is in the window, known without asking at each sample of the pointer: asking makes the page lay itself
 * out at once, with all that has changed in it.
 */
export class ElementPlace {
  private readonly element: HTMLElement;
  private readonly observer: ResizeObserver;
  private box: DOMRect;

  constructor(element: HTMLElement) {
    this.element = element;
    this.box = element.getBoundingClientRect();
    // By then the page is laid out, and asking costs nothing.
    this.observer = new ResizeObserver(this.measure);
    this.observer.observe(element);
    // It may have moved without another size.
    element.addEventListener("pointerenter", this.measure);
  }

  private readonly measure = () => {
    this.box = this.element.getBoundingClientRect();
  };

  /** A place of the window in CSS pixels from the element's top left. */
  local({ clientX, clientY }: { clientX: number; clientY: number }): { x: number; y: number } {
    return { x: clientX - this.box.left, y: clientY - this.box.top };
  }

  stop(): void {
    this.observer.disconnect();
    this.element.removeEventListener("pointerenter", this.measure);
  }
}
