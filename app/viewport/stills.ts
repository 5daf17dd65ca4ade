import type { WebGPURenderer } from "three/webgpu";
import type { KeptPictures, PictureTheme } from "../../workers/model/files/kept-project";
import type { Shown } from "./shown";
import type { Stage } from "./stage";

/** The size of a picture for a report, in CSS pixels. */
const LARGE = { width: 720, height: 440 };
/** The size of a small picture, in CSS pixels: the shape of a card on the start page. */
const STILL = { width: 420, height: 190 };
const QUALITY = 0.85;

/**
 * Small pictures of the view as it is, one in each theme. Draws them in a corner of the canvas and then the whole view
 * again, all before the browser shows anything.
 */
export async function takeStills(
  stage: Stage,
  renderer: WebGPURenderer,
  shown: Shown,
): Promise<KeptPictures> {
  const whole = { ...stage.size };
  const width = Math.min(STILL.width, whole.width);
  const height = Math.min(STILL.height, whole.height);
  const root = document.documentElement;
  const { theme: now } = root.dataset;
  const draw = (theme: PictureTheme) => {
    if (theme === "light") root.dataset["theme"] = theme;
    else delete root.dataset["theme"];
    stage.themeChanged();
    stage.render({ ...shown, view: { ...shown.view, theme } }, width, height);
    return cornerOf(renderer, width, height);
  };
  let corners: Record<PictureTheme, HTMLCanvasElement>;
  try {
    corners = { dark: draw("dark"), light: draw("light") };
  } finally {
    if (now === undefined) delete root.dataset["theme"];
    else root.dataset["theme"] = now;
    stage.themeChanged();
    stage.render(shown, whole.width, whole.height);
  }
  const [dark, light] = await Promise.all([packed(corners.dark), packed(corners.light)]);
  const bytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
  return { dark: await bytes(dark), light: await bytes(light), type: typeOf(dark) };
}

/** A picture of the view as it is, or in another frame, in the shape of a report. Then draws the view again. */
export async function takePicture(stage: Stage, renderer: WebGPURenderer, shown: Shown): Promise<Blob> {
  const whole = { ...stage.size };
  const before = stage.shown ?? shown;
  const width = Math.min(LARGE.width, whole.width);
  const height = Math.min(LARGE.height, whole.height);
  stage.render(shown, width, height);
  const corner = cornerOf(renderer, width, height);
  // Before the browser shows anything.
  stage.render(before, whole.width, whole.height);
  return packed(corner);
}

/** A copy of the upper left part of the canvas. */
function cornerOf(renderer: WebGPURenderer, width: number, height: number): HTMLCanvasElement {
  const ratio = renderer.getPixelRatio();
  const copy = document.createElement("canvas");
  copy.width = Math.round(width * ratio);
  copy.height = Math.round(height * ratio);
  copy.getContext("2d")?.drawImage(renderer.domElement as HTMLCanvasElement, 0, 0);
  return copy;
}

/** Browsers that cannot write WebP write PNG instead. */
const typeOf = ({ type }: Blob): KeptPictures["type"] => (type === "image/webp" ? type : "image/png");

function packed(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error("The picture is empty")));
    canvas.toBlob(done, "image/webp", QUALITY);
  });
}
