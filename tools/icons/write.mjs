// Draws the icons of the installed studio from the strands of public/favicon.svg. Usage: node tools/icons/write.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { PNG } from "pngjs";

const SVG = readFileSync("public/favicon.svg", "utf8");
const SIDE = Number(/viewBox="0 0 (\d+)/.exec(SVG)[1]);
const CORNER = Number(/rx="([\d.]+)"/.exec(SVG)[1]);
const WIDTH = Number(/stroke-width="([\d.]+)"/.exec(SVG)[1]);
const rgb = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const GROUND = rgb(/fill="(#\w+)"/.exec(SVG)[1]);
const STRAND = rgb(/stroke="(#\w+)"/.exec(SVG)[1]);

/** Points along a strand: a move and one cubic curve, absolute or relative. */
function pointsOf(path) {
  const [x, y, ...rest] = path.match(/-?[\d.]+?(?=[-\s,a-zA-Z]|$)|-?\d*\.\d+/g).map(Number);
  const by = path.includes("c") ? [x, y] : [0, 0];
  const [a, b, c, d, e, f] = rest.map((value, n) => value + by[n % 2]);
  return Array.from({ length: 65 }, (_, n) => {
    const t = n / 64;
    const s = 1 - t;
    const mix = (p, q, r, w) => s ** 3 * p + 3 * s * s * t * q + 3 * s * t * t * r + t ** 3 * w;
    return [mix(x, a, c, e), mix(y, b, d, f)];
  });
}

const STRANDS = [...SVG.matchAll(/ d="([^"]+)"/g)].map(([, path]) => pointsOf(path));

/** Distance from a point to a broken line. */
function distance([px, py], line) {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 1; n < line.length; n++) {
    const [[ax, ay], [bx, by]] = [line[n - 1], line[n]];
    const [dx, dy] = [bx - ax, by - ay];
    const t = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)));
    least = Math.min(least, Math.hypot(px - ax - t * dx, py - ay - t * dy));
  }
  return least;
}

/** Distance from a point to the rounded square, below 0 inside. */
function outside([x, y], corner) {
  const half = SIDE / 2 - corner;
  const [dx, dy] = [Math.abs(x - SIDE / 2) - half, Math.abs(y - SIDE / 2) - half];
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - corner;
}

/** The share of a pixel that a shape covers, from its distance in pixels. */
const covered = (pixels) => Math.max(0, Math.min(1, 0.5 - pixels));

/** @param scale size of the drawing within the icon. Below 1 it survives masks, which cut off the outer tenth. */
function draw(size, { scale = 1, corner = CORNER } = {}) {
  const png = new PNG({ width: size, height: size });
  const pixel = SIDE / size;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const at = [(column + 0.5) * pixel, (row + 0.5) * pixel];
      const drawn = at.map((x) => (x - SIDE / 2) / scale + SIDE / 2);
      const off = Math.min(...STRANDS.map((line) => distance(drawn, line)));
      const strand = covered(((off - WIDTH / 2) * scale) / pixel);
      const alpha = corner === 0 ? 1 : covered(outside(at, corner) / pixel);
      const n = 4 * (row * size + column);
      for (let c = 0; c < 3; c++) png.data[n + c] = Math.round(GROUND[c] + strand * (STRAND[c] - GROUND[c]));
      png.data[n + 3] = Math.round(255 * alpha);
    }
  }
  return PNG.sync.write(png);
}

writeFileSync("public/icons/icon-192.png", draw(192));
writeFileSync("public/icons/icon-512.png", draw(512));
writeFileSync("public/icons/maskable-512.png", draw(512, { scale: 0.78, corner: 0 }));
