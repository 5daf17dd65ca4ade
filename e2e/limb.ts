import type { TestFile } from "./fixtures";

/** Rings of a limb, and vertices of each. */
const RINGS = 40;
const AROUND = 20;

/**
 * A trunk with an arm on each side, apart from each other, as one OBJ: tubes with closed ends. The trunk goes along y at
 * x = 0 from 0 to 2; the arms along x at y = 1.5, from 0.4 to 3.4 and mirrored; all of radius 0.25.
 */
export function body(): TestFile {
  const lines: string[] = [];
  let count = 0;
  const tube = (point: (along: number, a: number, b: number) => [number, number, number]) => {
    for (let r = 0; r < RINGS; r++) {
      for (let n = 0; n < AROUND; n++) {
        const angle = (2 * Math.PI * n) / AROUND;
        const p = point(r / (RINGS - 1), 0.25 * Math.cos(angle), 0.25 * Math.sin(angle));
        lines.push(`v ${p.map((x) => x.toFixed(6)).join(" ")}`);
      }
    }
    const at = (r: number, n: number) => count + r * AROUND + (n % AROUND) + 1;
    for (let r = 0; r + 1 < RINGS; r++) {
      for (let n = 0; n < AROUND; n++) {
        lines.push(`f ${at(r, n)} ${at(r, n + 1)} ${at(r + 1, n + 1)} ${at(r + 1, n)}`);
      }
    }
    const ring = (r: number) => Array.from({ length: AROUND }, (_, n) => at(r, n));
    lines.push(`f ${ring(0).reverse().join(" ")}`, `f ${ring(RINGS - 1).join(" ")}`);
    count += RINGS * AROUND;
  };
  tube((t, a, b) => [a, 2 * t, b]);
  tube((t, a, b) => [0.4 + 3 * t, 1.5 + a, -b]);
  tube((t, a, b) => [-0.4 - 3 * t, 1.5 + a, b]);
  return { path: "body.obj", bytes: new TextEncoder().encode(lines.join("\n")) };
}
