/** Combines the photographs of a figure on one sheet, with captions in the studio's type and colours. */
import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import type { Crop } from "./figure";
import { VIEWPORT } from "./photographs";

const WIDTH = 1400;
/** Least width of a picture over its height. */
const SLIMMEST = 0.8;
/** Gaps between pictures, and between groups of pictures, in pixels. */
const GAP = 6;
const BREAK = 22;
const MARGIN = 18;

/** A photograph with the caption below it. */
interface Cell {
  label: string;
  caption: string;
  /** PNG of the viewport, base64. */
  picture: string;
}

export interface Sheet {
  /** Columns with a gap before them. */
  breaks?: number[];
  /**
   * `focus` is the visible part of the rectangle that contains the mesh in all pictures of the row; a null cell leaves
   * a gap.
   */
  rows: { label: string; focus?: Crop; cells: (Cell | null)[] }[];
}

/** Margin around the mesh, as a share of the viewport's height. */
const MARGIN_SHARE = 0.03;

/**
 * The rectangle of the viewport that contains the mesh in all pictures. It finds pixels that are warmer or bluer than
 * the graphite.
 */
async function meshBox(page: Page, pictures: string[]): Promise<Crop> {
  const [left, top, right, bottom] = await page.evaluate(async (all) => {
    const box = [Infinity, Infinity, 0, 0];
    for (const base64 of all) {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const { width, height } = image;
      const context = new OffscreenCanvas(width, height).getContext("2d")!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      for (let n = 0; n < width * height; n++) {
        // Clay is warm even in its shadows, where it is nearly black; the graphite is slightly blue.
        const warmth = data[4 * n] - data[4 * n + 2];
        if (warmth < 6 && warmth > -15) continue;
        const [x, y] = [(n % width) / width, Math.floor(n / width) / height];
        box[0] = Math.min(box[0], x);
        box[1] = Math.min(box[1], y);
        box[2] = Math.max(box[2], x);
        box[3] = Math.max(box[3], y);
      }
    }
    return box;
  }, pictures);
  const height = bottom - top + 2 * MARGIN_SHARE;
  const shape = VIEWPORT.height / VIEWPORT.width;
  const width = Math.max(right - left + 2 * MARGIN_SHARE * shape, SLIMMEST * height * shape);
  return { left: (left + right - width) / 2, top: top - MARGIN_SHARE, width, height };
}

/** A part of a rectangle. */
const within = (box: Crop, part: Crop): Crop => ({
  left: box.left + part.left * box.width,
  top: box.top + part.top * box.height,
  width: part.width * box.width,
  height: part.height * box.height,
});

function cellHtml({ label, caption, picture }: Cell, crop: Crop, width: number): string {
  const scale = width / (crop.width * VIEWPORT.width);
  const height = crop.height * VIEWPORT.height * scale;
  const shown = `left:${-crop.left * VIEWPORT.width * scale}px;top:${-crop.top * VIEWPORT.height * scale}px`;
  return `<div class="picture" style="width:${width}px;height:${height}px">
    <img style="${shown};width:${VIEWPORT.width * scale}px" src="data:image/png;base64,${picture}">
  </div><div class="label">${label}</div><div class="caption">${caption || "&nbsp;"}</div>`;
}

function sheetHtml({ rows, breaks = [] }: Sheet, crops: Crop[], tokens: string): string {
  const columns = Math.max(...rows.map(({ cells }) => cells.length));
  const free = WIDTH - 2 * MARGIN - (columns - 1) * GAP - breaks.length * (BREAK + GAP);
  const width = Math.floor(free / columns);
  const tracks = Array.from(
    { length: columns },
    (_, c) => `${breaks.includes(c) ? `${BREAK}px ` : ""}${width}px`,
  );
  const parts = rows.map(({ label, cells }, r) => {
    const pictures = cells.map((cell, c) => {
      const gap = breaks.includes(c) ? "<div></div>" : "";
      return `${gap}<div>${cell ? cellHtml(cell, crops[r], width) : ""}</div>`;
    });
    return `${label ? `<h2>${label}</h2>` : ""}<section>${pictures.join("")}</section>`;
  });
  return `<!doctype html><style>${tokens}
    body { margin: 0; padding: ${MARGIN - 6}px ${MARGIN}px ${MARGIN}px; background: var(--bg-app); color: var(--text);
      font: 17px/1.3 var(--font-ui); font-variant-numeric: tabular-nums; }
    h2 { font-size: 19px; font-weight: 600; margin: 10px 0 7px; }
    section { display: grid; grid-template-columns: ${tracks.join(" ")}; column-gap: ${GAP}px; }
    .picture { position: relative; overflow: hidden; border-radius: 6px; background: var(--viewport-mid); }
    .picture img { position: absolute; display: block; }
    .label { margin-top: 6px; } .caption { color: var(--text-3); margin-bottom: 6px; font-size: 15px; }
  </style>${parts.join("")}`;
}

/** Writes a figure's sheet as a PNG or JPEG, by the name's extension. */
export async function writeSheet(browser: Browser, sheet: Sheet, path: string): Promise<void> {
  const tokens = readFileSync("app/ui/styles/tokens.css", "utf8");
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 100 } });
  const crops: Crop[] = [];
  for (const { cells, focus } of sheet.rows) {
    const pictures = cells.flatMap((cell) => (cell ? [cell.picture] : []));
    const box = await meshBox(page, pictures);
    crops.push(focus ? within(box, focus) : box);
  }
  await page.setContent(sheetHtml(sheet, crops, tokens));
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  const quality = path.endsWith(".jpg") ? 86 : undefined;
  await page.screenshot({ path, fullPage: true, quality });
  await page.close();
}
