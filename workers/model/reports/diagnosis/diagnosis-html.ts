import { errorFigure } from "../figures";
import type { ColourScale, Diagnosis } from "./diagnosis";
import { errorChart } from "./error-chart";

/** Text for HTML. Names of files and bones can contain any characters. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The data URLs of pictures that the studio makes. The page shows no others. */
const PICTURE = /^data:image\/(png|webp|jpeg);base64,[A-Za-z0-9+/=]*$/;

const STYLE = `
:root { color-scheme: light dark; --ground: #f3f4f6; --card: #fff; --text: #1b1e24; --soft: #525966; --line: #cfd4db; --bar: #055a86; --mark: #ad2130; }
@media (prefers-color-scheme: dark) { :root { --ground: #16181b; --card: #1f2226; --text: #e5e7eb; --soft: #a3a9b4; --line: #363b44; --bar: #57baea; --mark: #f37b84; } }
body { margin: 0 auto; max-width: 1100px; padding: 32px max(16px, min(24px, 4vw)) 64px; background: var(--ground); color: var(--text); font: 14px/1.5 system-ui, sans-serif; }
h1 { font-size: 24px; margin: 0; } h2 { font-size: 16px; margin: 32px 0 10px; } p { margin: 4px 0; } .soft, figcaption { color: var(--soft); }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(400px, 100%), 1fr)); gap: 18px 14px; } .pictures figure:first-child { grid-column: 1 / -1; } figure { margin: 0; } img { width: 100%; border-radius: 6px; display: block; } figcaption { padding-top: 4px; }
.groups { columns: 340px; column-gap: 32px; } section { break-inside: avoid; padding-top: 32px; } section h2 { margin-top: 0; } table { border-collapse: collapse; width: 100%; } td, th { padding: 4px 8px 4px 0; border-bottom: 1px solid var(--line); text-align: left; font-weight: 400; vertical-align: top; overflow-wrap: anywhere; } td { text-align: right; font-variant-numeric: tabular-nums; } th { color: var(--soft); min-width: 9em; overflow-wrap: normal; }
.scale { max-width: 420px; margin: 8px 0 14px; color: var(--soft); font-size: 12px; } .scale i { display: block; height: 12px; border-radius: 3px; margin: 2px 0; } .scale div { display: flex; justify-content: space-between; font-variant-numeric: tabular-nums; }
.chart { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 8px; color: var(--soft); font-size: 12px; line-height: 12px; } .chart > svg { width: 100%; height: 180px; padding: 6px 0; background: var(--card); border-radius: 6px; } .chart line { stroke: var(--line); vector-effect: non-scaling-stroke; } .values, .frames { display: flex; justify-content: space-between; } .values { flex-direction: column; text-align: right; font-variant-numeric: tabular-nums; } .frames { grid-column: 2; } .bar { fill: var(--bar); } .bar.marked { fill: var(--mark); }
@media print { body { background: none; padding: 0; } h2 { break-after: avoid; } figure, tr { break-inside: avoid; } }
`;

/** The page for a diagnosis: one file with pictures and chart, without scripts. */
export function diagnosisHtml(diagnosis: Diagnosis): string {
  const { name, version, time, pictures, groups, remarks, errorPerFrame, worst, scale } = diagnosis;
  const title = escaped(`${name}: diagnosis`);
  const day = new Date(time).toISOString().slice(0, 16).replace("T", " ");
  const marked = worst.map(({ frame }) => frame);
  const chart = errorChart(errorPerFrame, marked);
  const parts = [
    `<header><h1>${escaped(name)}</h1><p class="soft">Sinew ${escaped(version)}, ${day} UTC</p></header>`,
    "<main>",
    pictureRow(pictures),
    remarks.map((remark) => `<p>${escaped(remark)}</p>`).join(""),
    chart && `<h2>Error of each frame</h2>${chart}`,
    chart && worst.length > 0 && '<p class="soft">Red columns are the worst frames.</p>',
    worst.length > 0 && `<h2>Worst frames</h2>${scale ? scaleOf(scale) : ""}${worstRow(worst)}`,
    `<div class="groups">${groups.map(group).join("")}</div>`,
  ];
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // The page can run and load nothing, wherever it is opened.
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">`,
    `<title>${title}</title><style>${STYLE}</style></head><body>`,
    ...parts.filter(Boolean),
    "</main></body></html>",
  ].join("\n");
}

const group = ({ title, rows }: Diagnosis["groups"][number]): string => {
  const lines = rows.map(([key, value]) => `<tr><th>${escaped(key)}</th><td>${escaped(value)}</td></tr>`);
  return `<section><h2>${escaped(title)}</h2><table>${lines.join("")}</table></section>`;
};

function figure({ caption, url, scale }: Diagnosis["pictures"][number]): string {
  if (!PICTURE.test(url)) throw new Error("The picture of a diagnosis is not a data URL.");
  const words = `<figcaption>${escaped(caption)}${scale ? scaleOf(scale) : ""}</figcaption>`;
  return `<figure><img src="${url}" alt="${escaped(caption)}">${words}</figure>`;
}

const pictureRow = (pictures: Diagnosis["pictures"]): string =>
  pictures.length === 0 ? "" : `<div class="pictures">${pictures.map(figure).join("")}</div>`;

const COLOUR = /^#[0-9a-f]{6}$/i;

function scaleOf({ title, colours, values }: ColourScale): string {
  if (!colours.every((colour) => COLOUR.test(colour))) throw new Error("A scale has other than colours.");
  const bar = `<i style="background:linear-gradient(90deg,${colours.join(",")})"></i>`;
  const words = values.map((value) => `<span>${escaped(value)}</span>`).join("");
  return `<div class="scale">${escaped(title)}${bar}<div>${words}</div></div>`;
}

function worstRow(worst: Diagnosis["worst"]): string {
  const caption = ({ frame, eRms }: Diagnosis["worst"][number]) =>
    `Frame ${frame + 1}, E_RMS ${errorFigure(eRms)}`;
  const shown = worst.flatMap((each) => (each.url ? [{ caption: caption(each), url: each.url }] : []));
  const named = worst.filter(({ url }) => url === null).map((each) => `<p>${escaped(caption(each))}</p>`);
  return pictureRow(shown) + named.join("");
}
