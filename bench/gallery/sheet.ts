/** Photographs of a figure put together on one sheet, with captions in the studio's type and colours. */
import { readFileSync } from "node:fs";
import type { Browser } from "@playwright/test";
import type { Developed } from "./deform";
import type { Crop, Figure } from "./figure";
import { VIEWPORT } from "./photographs";
import { told } from "./words";

const WIDTH = 1600;
/** Between pictures, and between groups of them, in pixels. */
const GAP = 6;
const BREAK = 22;
const MARGIN = 18;

interface Cell {
  developed: Developed;
  /** PNG, base64. */
  picture: string;
}

function cellHtml({ developed, picture }: Cell, crop: Crop, width: number, figure: Figure): string {
  const scale = width / (crop.width * VIEWPORT.width);
  const height = crop.height * VIEWPORT.height * scale;
  const shown = `left:${-crop.left * VIEWPORT.width * scale}px;top:${-crop.top * VIEWPORT.height * scale}px`;
  const value = developed.measured[figure.caption];
  const caption = value === null ? "&nbsp;" : told(figure.caption, value);
  return `<div class="picture" style="width:${width}px;height:${height}px">
    <img style="${shown};width:${VIEWPORT.width * scale}px" src="data:image/png;base64,${picture}">
  </div><div class="label">${developed.shot.label}</div><div class="caption">${caption}</div>`;
}

function sheetHtml(figure: Figure, rows: (Cell | null)[][], tokens: string): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const breaks = figure.breaks ?? [];
  const free = WIDTH - 2 * MARGIN - (columns - 1) * GAP - breaks.length * (BREAK + GAP);
  const width = Math.floor(free / columns);
  const tracks = Array.from(
    { length: columns },
    (_, c) => (breaks.includes(c) ? `${BREAK}px ` : "") + `${width}px`,
  );
  const parts = rows.map((row, r) => {
    const { crop, label } = figure.rows[r];
    const cells = row.map((cell, c) => {
      const gap = breaks.includes(c) ? "<div></div>" : "";
      return `${gap}<div>${cell ? cellHtml(cell, crop, width, figure) : ""}</div>`;
    });
    return `${label ? `<h2>${label}</h2>` : ""}<section>${cells.join("")}</section>`;
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

/** Writes a figure's sheet as a PNG. */
export async function writeSheet(
  browser: Browser,
  figure: Figure,
  rows: (Cell | null)[][],
  path: string,
): Promise<void> {
  const tokens = readFileSync("app/ui/tokens.css", "utf8");
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 400 } });
  await page.setContent(sheetHtml(figure, rows, tokens));
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  await page.screenshot({ path, fullPage: true });
  await page.close();
}
