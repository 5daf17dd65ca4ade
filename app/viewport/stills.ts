import type { WebGPURenderer } from "three/webgpu";
import type { KeptPictures, PictureTheme } from "../../workers/model/files/kept-project";
import { SOURCE_FRAMES } from "../document/frames/source-frames";
import type { Shown } from "./shown";
import type { Stage } from "./stage";

/** The size of a picture for a report, in CSS pixels; that of the window does not matter. */
const LARGE = { width: 1200, height: 750 };
/** The size of a small picture, in CSS pixels: the shape of a card on the start page. */
const STILL = { width: 420, height: 190 };
const QUALITY = 0.85;

/**
 * Small pictures of the view, one in each theme. Draws them in a corner of the canvas and then draws the whole view
 * again, before the browser shows the canvas.
 */
export async function takeStills(
  stage: Stage,
  renderer: WebGPURenderer,
  shown: Shown,
): Promise<KeptPictures> {
  const whole = { ...stage.size };
  const width = Math.min(STILL.width, whole.width);
  const height = Math.min(STILL.height, whole.height);
  const draw = (theme: PictureTheme) => {
    stage.render({ ...shown, view: { ...shown.view, theme } }, width, height);
    return cornerOf(renderer, width, height);
  };
  let corners: Record<PictureTheme, HTMLCanvasElement>;
  try {
    corners = { dark: draw("dark"), light: draw("light") };
  } finally {
    stage.render(shown, whole.width, whole.height);
  }
  const [dark, light] = await Promise.all([packed(corners.dark), packed(corners.light)]);
  const bytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
  return { dark: await bytes(dark), light: await bytes(light), type: typeOf(dark) };
}

/**
 * A picture for a report. `shown` may be another view than the one on screen, which is drawn again before the browser
 * shows the canvas.
 */
export async function takePicture(stage: Stage, renderer: WebGPURenderer, shown: Shown): Promise<Blob> {
  const { sequence } = shown.document;
  if (sequence) await stage.stores.of(SOURCE_FRAMES).arrived(sequence, Math.floor(shown.view.frame));
  const whole = { ...stage.size };
  const before = stage.shown ?? shown;
  let picture: HTMLCanvasElement;
  try {
    renderer.setSize(LARGE.width, LARGE.height, false);
    stage.render(shown, LARGE.width, LARGE.height);
    picture = cornerOf(renderer, LARGE.width, LARGE.height);
  } finally {
    renderer.setSize(whole.width, whole.height, false);
    stage.render(before, whole.width, whole.height);
  }
  return packed(picture);
}

/** A copy of the top left corner of the canvas. */
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
