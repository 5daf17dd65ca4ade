// Makes the pictures and numbers of docs/measurements/weights-gallery.md with the built studio:
//   npm run weights-gallery [-- names]

import { mkdirSync } from "node:fs";
import { browseStudio } from "../../tools/studio-driver/browser/served-studio";
import { markdownTable, writeNumbers } from "../gallery/page";
import { type Sheet, writeSheet } from "../gallery/sheet";
import { convergence } from "./convergence";
import { disconnected } from "./disconnected";
import { failures } from "./failures";
import type { MakeFigure } from "./figure";
import { joints } from "./joints";
import { spine } from "./spine";
import { photographRow } from "./studio";

const PAGE = "docs/measurements/weights-gallery.md";
const FOLDER = "docs/images/weights-gallery";
const FIGURES: Record<string, MakeFigure> = { convergence, disconnected, joints, spine, failures };

const asked = process.argv.slice(2);
const names = Object.keys(FIGURES).filter((name) => asked.length === 0 || asked.includes(name));
if (names.length === 0) throw new Error(`Figures are ${Object.keys(FIGURES).join(", ")}`);

mkdirSync(FOLDER, { recursive: true });
const { address: home, browser, close } = await browseStudio();
const address = `${home}?gpu=webgl2`;

for (const name of names) {
  const began = performance.now();
  const { rows, table } = await FIGURES[name]();
  const sheet: Sheet = { rows: [] };
  for (const row of rows) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    const pictures = await photographRow(page, address, row);
    const cells = row.shots.map(({ label, caption }, n) => ({ label, caption, picture: pictures[n] }));
    sheet.rows.push({ label: row.label, focus: row.focus, cells });
    await page.close();
  }
  await writeSheet(browser, sheet, `${FOLDER}/${name}.jpg`);
  const rule = table.head.map((_, c) => (c < table.words ? "---" : "---:"));
  writeNumbers(PAGE, name, markdownTable(table.head, rule, table.lines));
  console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
await close();
process.exit(0);
