/**
 * A stand-in for the images of a page, which Node does not have. It loads at once and has one pixel: these tests look
 * only at the places of vertices, which textures do not change.
 */
class LoadedImage {
  readonly width = 1;
  readonly height = 1;
  onload: (() => void) | null = null;
  private readonly listeners: (() => void)[] = [];

  addEventListener(event: string, listener: () => void): void {
    if (event === "load") this.listeners.push(listener);
  }

  removeEventListener(): void {}

  set src(_: string) {
    queueMicrotask(() => {
      this.onload?.();
      for (const listener of this.listeners) listener.call(this);
    });
  }
}

/** The globals that engines load images with. */
export const PAGE_IMAGES = {
  self: globalThis,
  Image: LoadedImage,
  document: { createElementNS: () => new LoadedImage() },
};

/**
 * Does some work with globals that Node does not have. Other code must not see them, because engines then take Node for
 * a page.
 */
export async function withGlobals<T>(globals: object, work: () => Promise<T>): Promise<T> {
  Object.assign(globalThis, globals);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name);
  }
}
