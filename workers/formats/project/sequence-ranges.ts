import type { SequenceHeader } from "./header";

/** Checks that parts cover the mesh in order, clips lie within the frames, and textures have their images. */
export function checkRanges(h: SequenceHeader, check: (holds: boolean, sentence: string) => void): void {
  const textures = h.materials.flatMap((material) => Object.values(material.textures ?? {}));
  const images = h.appearance?.images.length ?? 0;
  check(
    textures.every((texture) => texture === undefined || texture.image < images),
    "A texture names an image that does not exist.",
  );
  let polygon = 0;
  let triangle = 0;
  for (const part of h.parts) {
    const inOrder = part.firstPolygon === polygon && part.firstTriangle === triangle;
    check(inOrder && part.material < h.materials.length, `Its part “${part.name}” does not fit the mesh.`);
    polygon += part.polygonCount;
    triangle += part.triangleCount;
  }
  const covered = polygon === h.polygonCount && triangle === h.triangleCount;
  check(covered, "Its parts do not cover the mesh.");
  for (const clip of h.clips) {
    const fits = clip.first <= clip.last && clip.last < h.frameCount;
    check(fits, `Its clip “${clip.name}” ends at frame ${clip.last + 1} of ${h.frameCount}.`);
  }
}
