import { attribute, interleavedGradientNoise, mix, screenCoordinate, uniform, vec2, vec4 } from "three/tsl";
import { BufferAttribute, BufferGeometry, Mesh, NodeMaterial, Vector2, Vector3 } from "three/webgpu";
import type { ThemeColours } from "../../colours/palette";

/** The position of the gradient's second stop. */
const MID = 0.6;

/** A triangle that covers the view. */
export function coveringTriangle(): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute(
    "position",
    new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3),
  );
  return geometry;
}

/** The graphite gradient of the background: light a little above the centre, dark at the edges, dithered. */
export class Background {
  readonly mesh: Mesh;
  private readonly colours = [uniform(new Vector3()), uniform(new Vector3()), uniform(new Vector3())];
  /** Half the view's size divided by three quarters of its longer side. The gradient ends at 1. */
  private readonly scale = uniform(new Vector2(1, 1));

  constructor() {
    const corner = attribute<"vec3">("position", "vec3").xy;
    const material = new NodeMaterial();
    material.vertexNode = vec4(corner, 0.5, 1);
    const [centre, mid, edge] = this.colours;
    const r = corner.sub(vec2(0, 0.16)).mul(this.scale).length().clamp(0, 1);
    const inner = mix(centre, mid, r.div(MID).clamp(0, 1));
    const colour = mix(
      inner,
      edge,
      r
        .sub(MID)
        .div(1 - MID)
        .clamp(0, 1),
    );
    const dither = interleavedGradientNoise(screenCoordinate.xy).sub(0.5).div(255);
    material.fragmentNode = vec4(colour.add(dither), 1);
    material.depthTest = material.depthWrite = false;
    this.mesh = new Mesh(coveringTriangle(), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -100;
  }

  setTheme(theme: ThemeColours): void {
    [theme.centre, theme.mid, theme.edge].forEach((c, i) => {
      this.colours[i].value.set(...c);
    });
  }

  /** Sets the view's size, in any unit. */
  setView(width: number, height: number): void {
    const end = 0.75 * Math.max(width, height);
    this.scale.value.set(width / 2 / end, height / 2 / end);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as NodeMaterial).dispose();
  }
}
