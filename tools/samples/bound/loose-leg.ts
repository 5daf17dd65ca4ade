/** A body and a leg that share no edge, and a joint beside the leg. x along the leg, y up. */
import { tube } from "../gallery/tube";
import type { Vec3 } from "../vector";
import { type BoundModel, boundModel } from "./bound-model";

const SECTORS = 32;
const BODY = { from: -1.7, to: -0.12, cap: 0.55, rings: 30 };
const LEG = { from: 0, to: 1.8, cap: 0.16, rings: 52 };
const JOINT_X = -0.06;

/** Vertices of the leg's end, linked to the opposite vertices of the body: on the axis and around it. */
export interface LooseLeg extends BoundModel {
  links: Uint32Array;
}

/** @param beside distance of the leg's joint from its axis. */
export function looseLeg(beside: number): LooseLeg {
  const body = tube({ ...BODY, sectors: SECTORS, radius: () => 0.6 });
  const leg = tube({ ...LEG, sectors: SECTORS, radius: (x) => 0.27 - 0.05 * (x / LEG.to) });
  const first = body.points.length;
  const mesh = {
    points: [...body.points, ...leg.points],
    quads: [...body.quads, ...leg.quads.map((quad) => quad.map((v) => v + first))],
  };
  const head: Vec3 = [JOINT_X, beside, 0];
  const model = boundModel("loose leg", mesh, [
    { name: "body", parent: null, head: [-1.4, 0, 0], tail: [-0.5, 0, 0] },
    { name: "leg", parent: "body", head, tail: [1.35, 0, 0] },
    { name: "foot", parent: "leg", head: [1.35, 0, 0], tail: [1.7, 0, 0] },
  ]);
  return { ...model, links: linksOf(body.points, leg.points, first) };
}

/** Each vertex of the leg's rounded end with the nearest vertex of the body. */
function linksOf(body: Vec3[], leg: Vec3[], first: number): Uint32Array {
  const pairs: number[] = [];
  leg.forEach((p, n) => {
    if (p[0] > 0.5 * LEG.cap) return;
    let [nearest, least] = [0, Infinity];
    body.forEach((q, i) => {
      const away = Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]);
      if (away < least) [nearest, least] = [i, away];
    });
    pairs.push(nearest, first + n);
  });
  return Uint32Array.from(pairs);
}
