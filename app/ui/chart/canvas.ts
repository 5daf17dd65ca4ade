/**
 * A canvas whose resolution follows the size of its box. It redraws on request, and when its size or the theme changes.
 */
export interface Drawing {
  /** Draws in the next frame; several requests before it draw once. */
  request(): void;
  dispose(): void;
}

export type Draw = (context: CanvasRenderingContext2D, width: number, height: number, token: Token) => void;

/** Reads a custom property of the page's style by its name without dashes: token("accent"). */
export type Token = (name: string) => string;

export function startDrawing(canvas: HTMLCanvasElement, draw: Draw): Drawing {
  const context = canvas.getContext("2d");
  let pending = 0;

  const paint = () => {
    pending = 0;
    const { clientWidth: width, clientHeight: height } = canvas;
    if (!context || width === 0 || height === 0) return;
    const ratio = window.devicePixelRatio || 1;
    const [pixelsX, pixelsY] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== pixelsX || canvas.height !== pixelsY)
      [canvas.width, canvas.height] = [pixelsX, pixelsY];
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const style = getComputedStyle(canvas);
    const token: Token = (name) => style.getPropertyValue(`--${name}`).trim();
    context.font = `11px ${token("font-ui")}`;
    draw(context, width, height, token);
  };
  const request = () => {
    if (pending === 0) pending = requestAnimationFrame(paint);
  };

  const sizes = new ResizeObserver(request);
  sizes.observe(canvas);
  const themes = new MutationObserver(request);
  themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  request();
  return {
    request,
    dispose() {
      cancelAnimationFrame(pending);
      sizes.disconnect();
      themes.disconnect();
    },
  };
}
