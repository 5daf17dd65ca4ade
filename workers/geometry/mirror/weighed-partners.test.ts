import { expect, test } from "vitest";
import { MIRROR_DEFAULTS } from "../../model/weights/mirror-settings";
import { lobedBody, lobedWeightsAt } from "../../testing/lobed-body";
import { packWeights } from "../../testing/rigs";
import { mirrorMesh } from "./surface-mirror";
import { weighedPartners } from "./weighed-partners";

const mesh = lobedBody({ steps: 8, seed: 4 });
const mirror = mirrorMesh(mesh, { ...MIRROR_DEFAULTS, offset: 0 });
const places = Array.from({ length: mesh.rest.length / 3 }, (_, i) => [...mesh.rest.slice(3 * i, 3 * i + 3)]);
const alone = (count: number) => Int32Array.from({ length: count }, (_, j) => j);
const NONE = new Set<number>();

/** Body, left arm, right arm, head; the right arm's weights are cut at x = −1.1 into two bones. */
const cut = packWeights(
  places.map((p) => {
    const [body, left, right, head] = lobedWeightsAt(p as [number, number, number]);
    const weights = [body, left, p[0] < -1.1 ? 0 : right, head, p[0] < -1.1 ? right : 0];
    return weights.flatMap((w, j): [number, number][] => (w > 0 ? [[j, w]] : []));
  }),
);

test("bones without names pair by what they move, and bones in the middle with themselves", () => {
  const whole = packWeights(
    places.map((p) =>
      lobedWeightsAt(p as [number, number, number]).flatMap((w, j): [number, number][] =>
        w > 0 ? [[j, w]] : [],
      ),
    ),
  );
  const { pairs, lone } = weighedPartners(whole, mirror, alone(4), NONE);
  expect([...pairs]).toEqual([0, 2, 1, 3]);
  expect([...lone]).toEqual([0, 0, 0, 0]);
});

test("if one side has more bones, one of them pairs, and the others give their weights to the same bone", () => {
  const { pairs, lone } = weighedPartners(cut, mirror, alone(5), NONE);
  expect([2, 4]).toContain(pairs[1]);
  expect([pairs[2], pairs[4]]).toEqual([1, 1]);
  expect([...lone]).toEqual([0, 0, 0, 0, 0]);
});

test("a bone whose image belongs to the middle is lone", () => {
  const single = packWeights(
    places.map((p) => {
      const [body, left, right, head] = lobedWeightsAt(p as [number, number, number]);
      const weights = [body + right, left, 0, head];
      return weights.flatMap((w, j): [number, number][] => (w > 0 ? [[j, w]] : []));
    }),
  );
  const { pairs, lone } = weighedPartners(single, mirror, alone(4), NONE);
  expect([...pairs]).toEqual([0, 1, 2, 3]);
  expect([...lone]).toEqual([0, 1, 0, 0]);
});

test("pairs that are known, and bones that the artist has paired, stay", () => {
  const known = Int32Array.from([0, 4, 2, 3, 1]);
  expect([...weighedPartners(cut, mirror, known, NONE).pairs]).toEqual([0, 4, 1, 3, 1]);
  const fixed = weighedPartners(cut, mirror, alone(5), new Set([1, 2]));
  expect([...fixed.pairs]).toEqual([0, 1, 2, 3, 1]);
  expect([...fixed.lone]).toEqual([0, 0, 0, 0, 0]);
});
