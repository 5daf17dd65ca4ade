import { MathUtils, OrthographicCamera, PerspectiveCamera, Ray, Vector3 } from "three/webgpu";
import { FIELD_OF_VIEW, type OrbitCamera } from "../camera/orbit-camera";
import type { ScenePlacement } from "../geometry/placement";
import type { ViewPoint } from "../overlay/shapes";
import type { PaneRect } from "../views/views";

/** The camera of one view. Converts between the world and pixels of the canvas. */
export class ViewCamera {
  private readonly perspective = new PerspectiveCamera();
  private readonly orthographic = new OrthographicCamera();
  camera: PerspectiveCamera | OrthographicCamera = this.perspective;
  box: PaneRect = { left: 0, top: 0, width: 1, height: 1 };

  /** Aims through a view; nothing of `placement` is clipped. */
  aim(orbit: OrbitCamera, box: PaneRect, placement: ScenePlacement | null): this {
    this.box = box;
    const reach = placement ? orbit.target.distanceTo(placement.centre) + 4 * placement.diagonal : 10;
    this.camera = orbit.orthographic ? this.orthographic : this.perspective;
    orbit.apply(this.camera, box.width / box.height, reach);
    return this;
  }

  /** The ray from the camera through a point of the canvas, in the world. */
  ray(x: number, y: number): Ray {
    const { left, top, width, height } = this.box;
    const from = this.camera.position.clone();
    const ndc = new Vector3((2 * (x - left)) / width - 1, 1 - (2 * (y - top)) / height, 0.5);
    const through = ndc.unproject(this.camera);
    if (this.camera === this.perspective) return new Ray(from, through.sub(from).normalize());
    // All rays are parallel. Each begins in the plane of the camera.
    const forward = this.camera.getWorldDirection(new Vector3());
    const ahead = through.clone().sub(from).dot(forward);
    return new Ray(through.addScaledVector(forward, -ahead), forward);
  }

  /** A point of the world in the view, from its top left; null behind the camera. */
  inView(world: Vector3): ViewPoint | null {
    const p = world.clone().project(this.camera);
    if (p.z > 1) return null;
    return [((p.x + 1) / 2) * this.box.width, ((1 - p.y) / 2) * this.box.height];
  }

  /** A point of the world on the canvas; null behind the camera. */
  onCanvas(world: Vector3): ViewPoint | null {
    const p = this.inView(world);
    return p && [p[0] + this.box.left, p[1] + this.box.top];
  }

  /** The depth of a point of the world in clip space; 1 is the far plane. */
  depthOf(world: Vector3): number {
    return world.clone().project(this.camera).z;
  }

  /** The size of a pixel in the world at the depth of a point. */
  pixelAt(world: Vector3): number {
    if (this.camera === this.orthographic)
      return (this.orthographic.top - this.orthographic.bottom) / this.box.height;
    const forward = this.camera.getWorldDirection(new Vector3());
    const depth = Math.max(world.clone().sub(this.camera.position).dot(forward), this.camera.near);
    return (2 * depth * Math.tan(MathUtils.degToRad(FIELD_OF_VIEW / 2))) / this.box.height;
  }
}
