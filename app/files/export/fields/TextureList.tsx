import { useEffect, useState } from "react";
import { EXPORT_FORMATS, type ExportFormatId } from "../../../../workers/model/files/export/export-formats";
import type { ImageFile, Material, TextureSlot } from "../../../../workers/model/mesh/appearance";
import type { SequenceMesh } from "../../../../workers/model/mesh/streamed-sequence";
import { formatBytes, plural } from "../../../common/format";
import dialogCss from "../../../ui/overlays/Dialog.module.css";
import textCss from "../../../ui/text/text.module.css";
import css from "./TextureList.module.css";

const SLOTS: Record<TextureSlot, string> = {
  baseColour: "base colour",
  metallicRoughness: "metal and roughness",
  normal: "normals",
  occlusion: "occlusion",
  emissive: "glow",
};

/** The uses of an image in materials: "base colour, glow". */
function usesOf(image: number, materials: readonly Material[]): string {
  const slots = (Object.keys(SLOTS) as TextureSlot[]).filter((slot) =>
    materials.some(({ textures }) => textures?.[slot]?.image === image),
  );
  return slots.map((slot) => SLOTS[slot]).join(", ") || "no material";
}

/** A URL for an image's bytes, valid while it is shown. */
function useAddress({ bytes, mimeType }: ImageFile): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([bytes.slice()], { type: mimeType }));
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [bytes, mimeType]);
  return address;
}

/** An image with its uses and its size. Browsers cannot show some types, such as TGA. */
function Texture({ image, uses }: { image: ImageFile; uses: string }) {
  const address = useAddress(image);
  const [pixels, setPixels] = useState("");
  return (
    <div className={css.texture}>
      <img
        src={address}
        alt=""
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setPixels(`${naturalWidth} × ${naturalHeight}`)
        }
      />
      <span className={css.names}>
        <span className={textCss.ellipsis} title={image.name}>
          {image.name}
        </span>
        <span className={`${textCss.tertiary} ${textCss.ellipsis}`}>{uses}</span>
      </span>
      <span className={textCss.secondary}>{pixels}</span>
      <span>{formatBytes(image.bytes.length)}</span>
    </div>
  );
}

/** The surface data besides images that a format keeps: "2 UV sets, vertex colours, tangents". */
function alsoCarried(sequence: SequenceMesh, format: ExportFormatId): string {
  const { uvSets, colourSets, tangents } = EXPORT_FORMATS[format].holds;
  const uvs = Math.min(uvSets, (sequence.uvs ? 1 : 0) + (sequence.moreUvs?.length ?? 0));
  const colours = Math.min(colourSets, sequence.colours?.length ?? 0);
  return [
    ...(uvs > 0 ? [plural(uvs, "UV set")] : []),
    ...(colours > 0
      ? [colours > 1 ? plural(colours, "set of vertex colours", "sets of vertex colours") : "vertex colours"]
      : []),
    ...(tangents && sequence.tangents ? ["tangents"] : []),
    plural(sequence.materials.length, "material"),
  ].join(", ");
}

/** Lists the exported images and other surface data. Renders nothing for a sequence without images. */
export function TextureList({ sequence, format }: { sequence: SequenceMesh; format: ExportFormatId }) {
  const { images = [], materials } = sequence;
  const types: readonly string[] | null = EXPORT_FORMATS[format].holds.images;
  const held = images.flatMap((image, n) =>
    types === null || types.includes(image.mimeType) ? [{ n, image, uses: usesOf(n, materials) }] : [],
  );
  if (images.length === 0) return null;
  return (
    <div className={dialogCss.section}>
      <div className={dialogCss.title}>
        <span className={textCss.strong}>Textures</span> <span className={textCss.tertiary}>unchanged</span>
      </div>
      {held.length > 0 && (
        <div className={dialogCss.well}>
          {held.map(({ n, image, uses }) => (
            <Texture key={n} image={image} uses={uses} />
          ))}
        </div>
      )}
      <p className={textCss.tertiary}>Also exported: {alsoCarried(sequence, format)}.</p>
    </div>
  );
}
