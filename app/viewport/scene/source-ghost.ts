import { uniform } from "three/tsl";
import { type BufferGeometry, Group, Mesh, type NodeMaterial, Vector3 } from "three/webgpu";
import type { DeformTarget } from "../deform/passes/deform-target";
import { ghostMaterials } from "./materials/ghost-material";

/** The source drawn as a translucent ghost over another mesh. Its depth is drawn first, so only its front shows. */
export class SourceGhost {
  readonly group = new Group();
  private readonly tint = uniform(new Vector3());
  private readonly materials: readonly NodeMaterial[];

  constructor(geometry: BufferGeometry, target: DeformTarget, webgl: boolean) {
    const { depth, colour } = ghostMaterials(target, this.tint, webgl);
    this.materials = [depth, colour];
    this.materials.forEach((material, i) => {
      const mesh = new Mesh(geometry, material);
      mesh.frustumCulled = false;
      mesh.renderOrder = 20 + i;
      this.group.add(mesh);
    });
  }

  setTheme(light: boolean): void {
    this.tint.value.setScalar(light ? 0.16 : 0.92);
  }

  dispose(): void {
    for (const material of this.materials) material.dispose();
  }
}
