import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random";
import { residualGram } from "./residual-gram";

const [V, F, B] = [4, 5, 6];

describe("residualGram", () => {
  it("gives the squared error of any weights that sum to 1", () => {
    const random = createRandom(1);
    const numbers = (count: number) => Array.from({ length: count }, () => random.normal());
    const rest = numbers(3 * V);
    const motion = Array.from({ length: F }, () => numbers(12 * B));
    const targets = Array.from({ length: F }, () => numbers(3 * V));
    const ownPlaces = numbers(3 * F);
    const bones = [4, 0, 5];
    for (let i = 0; i < V; i++) {
      for (const places of [null, ownPlaces]) {
        const G = residualGram({ rest, motion, targets }, i, bones, places);
        const drawn = [random.normal(), random.normal()];
        const w = [...drawn, 1 - drawn[0] - drawn[1]];
        let error = 0;
        for (let f = 0; f < F; f++) {
          const p = places ? places.slice(3 * f, 3 * f + 3) : rest.slice(3 * i, 3 * i + 3);
          for (let c = 0; c < 3; c++) {
            let blended = 0;
            bones.forEach((j, n) => {
              const row = motion[f].slice(12 * j + 4 * c, 12 * j + 4 * c + 4);
              blended += w[n] * (row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3]);
            });
            error += (blended - targets[f][3 * i + c]) ** 2;
          }
        }
        let form = 0;
        for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) form += w[a] * G[3 * a + b] * w[b];
        expect(form / error).toBeCloseTo(1, 10);
        for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) expect(G[3 * a + b]).toBe(G[3 * b + a]);
      }
    }
  });
});
