import { toast } from "../../document/session/toasts";
import type { Stores } from "../../document/stores";
import type { SurfaceLooks } from "./textured-parts";

/**
 * Decodes the images of a mesh in the background, and tells the artist which ones the browser cannot show.
 * @param onReady called when they can be drawn.
 */
export function loadLooks(stores: Stores, looks: SurfaceLooks, onReady: () => void): void {
  looks.load()?.then((broken) => {
    if (!looks.ready) return;
    onReady();
    if (broken.length === 0) return;
    const title =
      broken.length === 1 ? "A texture cannot be shown" : `${broken.length} textures cannot be shown`;
    const names = broken.slice(0, 3).join(", ");
    const body = `This browser cannot decode ${names}. The surface is plain there. Exported files keep the image.`;
    toast(stores, title, body, { kind: "warning" });
  });
}
