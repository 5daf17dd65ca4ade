import { attribute, smoothstep, varying, vec2 } from "three/tsl";
import { InstancedBufferAttribute, type Node } from "three/webgpu";
import type { DeformTarget } from "../../deform/passes/deform-target";
import { solverVertex } from "../materials/solver-vertex";
import { movedByPixels, onSurface, outlined, SurfaceShapes, type ViewSize } from "./surface-shapes";

/** The radius of a dot and of its outline, in CSS pixels. */
const RADIUS = 1.9;
const OUTLINE = 3;

/** White dots on the selected vertices of a deformed mesh, hidden behind its surface. */
export class SelectionDots extends SurfaceShapes {
  constructor(target: DeformTarget, size: ViewSize) {
    super(30);
    const corner = attribute<"vec3">("position", "vec3").xy.mul(OUTLINE + 1) as Node<"vec2">;
    this.material.vertexNode = movedByPixels(onSurface(target.position(solverVertex())), corner, size);
    const away = varying(vec2(corner)).length();
    const white = smoothstep(RADIUS + 0.5, RADIUS - 0.5, away) as Node<"float">;
    const cover = smoothstep(OUTLINE + 0.5, OUTLINE - 0.5, away) as Node<"float">;
    this.material.fragmentNode = outlined(white, cover, 0.7);
  }

  /** @param vertices in any order. */
  show(vertices: Uint32Array): void {
    this.showInstances(vertices, vertices.length, () => ({
      solverIndex: new InstancedBufferAttribute(vertices, 1),
    }));
  }
}
