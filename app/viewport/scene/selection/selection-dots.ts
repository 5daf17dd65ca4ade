import {
  attribute,
  cameraProjectionMatrix,
  modelViewMatrix,
  smoothstep,
  varying,
  vec2,
  vec3,
  vec4,
} from "three/tsl";
import {
  BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  type Node,
  NodeMaterial,
  Sphere,
} from "three/webgpu";
import type { DeformTarget } from "../../deform/passes/deform-target";
import { solverVertex } from "../materials/solver-vertex";
import { CORNERS, LIFT, QUAD, type ViewSize } from "./over-surface";

/** The radius of a dot and of its outline, in CSS pixels. */
const RADIUS = 1.9;
const OUTLINE = 3;

/** White dots on the selected vertices of a deformed mesh, hidden behind its surface. Each dot is an instance. */
export class SelectionDots {
  readonly mesh: Mesh;
  private readonly geometry = new InstancedBufferGeometry();
  private list: Uint32Array | null = null;

  constructor(target: DeformTarget, size: ViewSize) {
    this.geometry.setAttribute("position", new BufferAttribute(CORNERS, 3));
    this.geometry.setIndex(QUAD);
    // Set here, or three would measure it.
    this.geometry.boundingSphere = new Sphere();
    const material = new NodeMaterial();
    const corner = attribute<"vec3">("position", "vec3").xy.mul(OUTLINE + 1);
    const view = modelViewMatrix.mul(vec4(target.position(solverVertex()), 1)) as Node<"vec4">;
    const clip = cameraProjectionMatrix.mul(vec4(view.xyz.mul(1 - LIFT), 1)) as Node<"vec4">;
    const offset = corner.mul(2).div(size).mul(clip.w);
    material.vertexNode = vec4(clip.xy.add(offset), clip.z, clip.w);
    const away = varying(vec2(corner)).length();
    const white = smoothstep(RADIUS + 0.5, RADIUS - 0.5, away);
    const cover = smoothstep(OUTLINE + 0.5, OUTLINE - 0.5, away);
    material.fragmentNode = vec4(vec3(white.mul(0.96).add(0.04)), cover.mul(white.mul(0.3).add(0.7)));
    material.transparent = true;
    material.depthWrite = false;
    this.mesh = new Mesh(this.geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 30;
  }

  /** @param vertices in any order; the same array is not uploaded again. */
  show(vertices: Uint32Array): void {
    this.mesh.visible = vertices.length > 0;
    if (this.list === vertices || vertices.length === 0) return;
    this.list = vertices;
    this.geometry.setAttribute("solverIndex", new InstancedBufferAttribute(vertices, 1));
    this.geometry.instanceCount = vertices.length;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.geometry.dispose();
    (this.mesh.material as NodeMaterial).dispose();
  }
}
