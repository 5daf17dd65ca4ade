// Makes the pictures and numbers of docs/measurements/gallery.md with the built studio:
//   npm run gallery [-- names of figures]

import { mkdirSync } from "node:fs";
import { browseStudio } from "../../tools/studio-driver/browser/served-studio";
import { developFigure } from "./deform";
import { FIGURES } from "./figures";
import { writeTable } from "./page";
import { openInStudio, photograph } from "./photographs";
import { type Sheet, writeSheet } from "./sheet";
import { told } from "./words";

const FOLDER = "docs/images/gallery";

const asked = process.argv.slice(2);
const figures = FIGURES.filter(({ name }) => asked.length === 0 || asked.includes(name));
if (figures.length === 0) throw new Error(`Figures are ${FIGURES.map(({ name }) => name).join(", ")}`);

mkdirSync(FOLDER, { recursive: true });
const { address: home, browser, close } = await browseStudio();
const address = `${home}?gpu=webgl2`;

for (const figure of figures) {
  const began = performance.now();
  const { model, rows } = await developFigure(figure);
  const shots = [...new Set(rows.flat().filter((shot) => shot !== null))];
  const sheet: Sheet = { breaks: figure.breaks, rows: [] };
  for (const [r, row] of rows.entries()) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    await openInStudio(page, address, model, shots);
    const taken = (await photograph(page, figure.rows[r], row, shots)).values();
    const cells = row.map((developed) => {
      if (!developed) return null;
      const value = developed.measured[figure.caption];
      const caption = value === null ? "" : told(figure.caption, value);
      return { label: developed.shot.label, caption, picture: taken.next().value ?? "" };
    });
    sheet.rows.push({ ...figure.rows[r], cells });
    await page.close();
  }
  await writeSheet(browser, sheet, `${FOLDER}/${figure.name}.png`);
  writeTable(figure, rows);
  console.log(
    `${figure.name}: ${shots.length} pictures, ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
}
await close();
process.exit(0);
