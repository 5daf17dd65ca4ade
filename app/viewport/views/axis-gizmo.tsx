import { type PointerEvent, useEffect, useRef } from "react";
import { Vector3 } from "three/webgpu";
import type { UpAxis } from "../../../workers/model/mesh/mesh-sequence";
import { useDocument, useView } from "../../document/use-stores";
import type { CameraMoves } from "../camera/camera-moves";
import { CLICK_REACH } from "../camera/grab";
import type { OrbitCamera } from "../camera/orbit-camera";
import { upright } from "../geometry/placement";
import css from "./axis-gizmo.module.css";

const SIZE = 80;
const REACH = 25;
const RADIUS = 7.5;
const SMALL = 5;
/** The radius within which a drag turns the view. */
const DISC = 36;
/** The camera looks along an axis if the cosine of its angle to the axis is above this: about 3 degrees. */
const ALONG = 0.9986;
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

interface AxisGizmoProps {
  orbit: OrbitCamera;
  moves: CameraMoves;
}

/**
 * Shows the directions of the sequence's axes. A click on an end looks along that axis, a second click looks from the
 * other side, and a drag turns the view. Updates without React.
 */
export function AxisGizmo({ orbit, moves }: AxisGizmoProps) {
  const upAxis = useDocument((state) => state.sequence?.upAxis ?? null);
  // Panes have their own controls in this corner.
  const hidden = useView((view) => view.workspace === "deform");
  const up = hidden ? null : upAxis;
  const svg = useRef<SVGSVGElement>(null);
  const drag = useOrbitDrag(orbit, moves);
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
      {...drag.handlers}
    >
      <circle className={css.disc} r={DISC} />
      {ends(up).map(({ name, positive, direction }) => (
        <g
          key={`${name}${positive}`}
          data-end={`${positive ? "" : "-"}${name}`}
          className={`${css[name]} ${positive ? "" : css.negative}`}
          role="button"
          tabIndex={0}
          aria-label={`Look from ${positive ? "" : "minus "}${name.toUpperCase()}`}
          onClick={() => !drag.moved() && lookFrom(orbit, moves, direction)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            lookFrom(orbit, moves, direction);
          }}
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

/** A drag that turns the view. `moved` tells a click from the end of a drag. */
function useOrbitDrag(orbit: OrbitCamera, moves: CameraMoves) {
  const last = useRef<{ x: number; y: number } | null>(null);
  const way = useRef(0);
  const handlers = {
    onPointerDown: ({ button, clientX: x, clientY: y }: PointerEvent<SVGSVGElement>) => {
      if (button !== 0) return;
      last.current = { x, y };
      way.current = 0;
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      if (!last.current) return;
      const [dx, dy] = [event.clientX - last.current.x, event.clientY - last.current.y];
      if (way.current <= CLICK_REACH && way.current + Math.hypot(dx, dy) > CLICK_REACH) {
        // Not earlier, because a click must reach the end of an axis.
        event.currentTarget.setPointerCapture(event.pointerId);
        moves.begin();
      }
      way.current += Math.hypot(dx, dy);
      last.current = { x: event.clientX, y: event.clientY };
      if (way.current > CLICK_REACH) orbit.orbit(dx, dy);
    },
    onPointerUp: () => {
      last.current = null;
    },
    onPointerCancel: () => {
      last.current = null;
    },
  };
  return { handlers, moved: () => way.current > CLICK_REACH };
}

/** Looks along an axis, or from its other end if the camera already does. From above and below, the yaw stays. */
function lookFrom(orbit: OrbitCamera, moves: CameraMoves, direction: Vector3): void {
  const isThere = orbit.direction().dot(direction) > ALONG;
  const to = isThere ? direction.clone().negate() : direction;
  const isSteep = Math.abs(to.y) > 0.99;
  moves.lookFrom(isSteep ? orbit.yaw : Math.atan2(to.x, to.z), Math.asin(to.y));
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
  // An element loses its focus when it moves in the DOM, so the order stays while one of them has focus.
  const focused = document.activeElement;
  if (svg.contains(focused) && focused?.matches(":focus-visible")) return;
  const order = groups.sort((a, b) => (depths.get(a) ?? 0) - (depths.get(b) ?? 0));
  const first = svg.children.length - groups.length;
  if (order.some((group, i) => svg.children[first + i] !== group)) svg.append(...order);
}
