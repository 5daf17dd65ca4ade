import type { TestFile } from "./fixtures";

/**
 * A trunk with an arm on each side, not connected, as one OBJ: tubes with closed ends. The trunk extends along y at x =
 * 0 from 0 to 2; the arms along x at y = 1.5, from 0.4 to 3.4 and mirrored; all have radius 0.25.
 * @param rings of each tube, with `around` vertices each
 */
export function body(rings = 40, around = 20): TestFile {
  const lines: string[] = [];
  let count = 0;
  const tube = (point: (along: number, a: number, b: number) => [number, number, number]) => {
    for (let r = 0; r < rings; r++) {
      for (let n = 0; n < around; n++) {
        const angle = (2 * Math.PI * n) / around;
        const p = point(r / (rings - 1), 0.25 * Math.cos(angle), 0.25 * Math.sin(angle));
        lines.push(`v ${p.map((x) => x.toFixed(6)).join(" ")}`);
      }
    }
    const at = (r: number, n: number) => count + r * around + (n % around) + 1;
    for (let r = 0; r + 1 < rings; r++) {
      for (let n = 0; n < around; n++) {
        lines.push(`f ${at(r + 1, n)} ${at(r + 1, n + 1)} ${at(r, n + 1)} ${at(r, n)}`);
      }
    }
    const ring = (r: number) => Array.from({ length: around }, (_, n) => at(r, n));
    lines.push(
      `f ${ring(0).join(" ")}`,
      `f ${ring(rings - 1)
        .reverse()
        .join(" ")}`,
    );
    count += rings * around;
  };
  tube((t, a, b) => [a, 2 * t, b]);
  tube((t, a, b) => [0.4 + 3 * t, 1.5 + a, -b]);
  tube((t, a, b) => [-0.4 - 3 * t, 1.5 + a, b]);
  return { path: "body.obj", bytes: new TextEncoder().encode(lines.join("\n")) };
}

/** A skeleton of three trees, each a row of bones: trunk, arm at +x, arm at −x. */
export function bodySkeleton(each: number): TestFile {
  const joints: string[] = [];
  const bones: string[] = [];
  const chain = (from: readonly number[], to: readonly number[]) => {
    for (let n = 0; n <= each; n++) {
      if (n > 0) bones.push(`${joints.length} ${joints.length + 1}`);
      joints.push(`${joints.length + 1} ${from.map((x, c) => x + ((to[c] - x) * n) / each).join(" ")}`);
    }
  };
  chain([0, 0.1, 0], [0, 1.9, 0]);
  chain([0.5, 1.5, 0], [3.3, 1.5, 0]);
  chain([-0.5, 1.5, 0], [-3.3, 1.5, 0]);
  return { path: "body.tgf", bytes: new TextEncoder().encode([...joints, "#", ...bones, "#"].join("\n")) };
}
