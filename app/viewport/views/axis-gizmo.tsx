import { useEffect, useRef } from "react";
import { Vector3 } from "three/webgpu";
import type { UpAxis } from "../../../workers/model/mesh/mesh-sequence";
import { useDocument, useView } from "../../document/use-stores";
import type { OrbitCamera } from "../camera/orbit-camera";
import { upright } from "../geometry/placement";
import css from "./axis-gizmo.module.css";

const SIZE = 80;
const REACH = 25;
const RADIUS = 7.5;
const SMALL = 5;
const NAMES = ["x", "y", "z"] as const;

/** The six ends of the sequence's axes, as directions in the world. */
function ends(up: UpAxis): { name: (typeof NAMES)[number]; positive: boolean; direction: Vector3 }[] {
  const world = upright(up);
  return NAMES.flatMap((name, axis) =>
    [1, -1].map((sign) => ({
      name,
      positive: sign > 0,
      direction: new Vector3().setComponent(axis, sign).applyMatrix4(world),
    })),
  );
}

/** Shows the directions of the sequence's axes. A click on an end looks along that axis. Updates without React. */
export function AxisGizmo({ orbit }: { orbit: OrbitCamera }) {
  const upAxis = useDocument((state) => state.sequence?.upAxis ?? null);
  // Panes have their own controls in this corner.
  const hidden = useView((view) => view.workspace === "deform");
  const up = hidden ? null : upAxis;
  const svg = useRef<SVGSVGElement>(null);
  useEffect(() => {
    if (!up) return;
    const place = () => {
      if (svg.current) turn(svg.current, orbit, ends(up));
    };
    place();
    return orbit.subscribe(place);
  }, [up, orbit]);
  if (!up) return null;
  const half = SIZE / 2;
  return (
    <svg
      ref={svg}
      className={css.axes}
      data-viewport-control
      width={SIZE}
      height={SIZE}
      viewBox={`${-half} ${-half} ${SIZE} ${SIZE}`}
      role="group"
      aria-label="View axes"
    >
      {ends(up).map(({ name, positive, direction }) => (
        <g
          key={`${name}${positive}`}
          data-end={`${positive ? "" : "-"}${name}`}
          className={`${css[name]} ${positive ? "" : css.negative}`}
          role="button"
          aria-label={`Look from ${positive ? "" : "minus "}${name.toUpperCase()}`}
          onClick={() => lookFrom(orbit, direction)}
        >
          {positive && <line x1={0} y1={0} x2={0} y2={0} />}
          <circle r={positive ? RADIUS : SMALL} />
          {positive && (
            <text textAnchor="middle" dominantBaseline="central">
              {name.toUpperCase()}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

/** Looks along an axis; from above or below, the yaw stays the same. */
function lookFrom(orbit: OrbitCamera, direction: Vector3): void {
  const pitch = Math.asin(direction.y);
  const steep = Math.abs(direction.y) > 0.99;
  orbit.lookFrom(steep ? orbit.yaw : Math.atan2(direction.x, direction.z), pitch);
}

/** Places the ends as the camera sees them, the farthest first. */
function turn(svg: SVGSVGElement, orbit: OrbitCamera, axes: ReturnType<typeof ends>): void {
  const towards = orbit.direction();
  const right = new Vector3(Math.cos(orbit.yaw), 0, -Math.sin(orbit.yaw));
  const above = new Vector3().crossVectors(towards, right);
  const groups = [...svg.querySelectorAll("g")];
  const depths = new Map<Element, number>();
  for (const { name, positive, direction } of axes) {
    const group = groups.find((g) => g.dataset.end === `${positive ? "" : "-"}${name}`);
    if (!group) continue;
    const [x, y] = [REACH * direction.dot(right), -REACH * direction.dot(above)];
    depths.set(group, direction.dot(towards));
    group.querySelector("circle")?.setAttribute("transform", `translate(${x} ${y})`);
    group.querySelector("text")?.setAttribute("transform", `translate(${x} ${y})`);
    const line = group.querySelector("line");
    line?.setAttribute("x2", String(x));
    line?.setAttribute("y2", String(y));
  }
  const order = groups.sort((a, b) => (depths.get(a) ?? 0) - (depths.get(b) ?? 0));
  if (order.some((group, i) => svg.children[i] !== group)) svg.append(...order);
}
