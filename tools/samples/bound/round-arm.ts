/** An arm that is round about the x axis, so the right position of its joint is known. */
import { checker, tube } from "../gallery/tube";
import { ramp, type Vec3 } from "../vector";
import { type BoundModel, boundModel, chainOf } from "./bound-model";

const SECTORS = 48;

const bump = (x: number, middle: number, width: number) => Math.exp(-(((x - middle) / width) ** 2));

/** Swollen at both muscles, narrowest at the elbow, at x = 0. */
function girth(x: number): number {
  return (
    0.46 -
    0.12 * ramp(-2, 2, x) +
    0.06 * bump(x, -1.1, 0.6) -
    0.06 * bump(x, 0, 0.4) +
    0.06 * bump(x, 0.9, 0.6)
  );
}

/** @param elbow position of the joint; on the axis, x = 0 is the right place. */
export function roundArm(elbow: Vec3): BoundModel {
  const mesh = tube({ from: -2.1, to: 2.1, cap: 0.34, rings: 84, sectors: SECTORS, radius: girth });
  const [light, dark] = checker(mesh, SECTORS, 4, 4);
  const joints: Vec3[] = [[-2, 0, 0], elbow, [1.6, 0, 0], [2.05, 0, 0]];
  return boundModel(
    "arm",
    { points: mesh.points, quads: light },
    chainOf(["upper arm", "forearm", "hand"], joints),
    dark,
  );
}
