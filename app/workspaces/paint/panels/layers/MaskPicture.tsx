import { useEffect, useRef } from "react";
import { boundsOf } from "../../../../../workers/model/mesh/mesh-sequence";
import type { VertexValues } from "../../../../../workers/model/weights/layers/vertex-values";
import { useDocument } from "../../../../document/use-stores";
import css from "./LayerList.module.css";

/** Size of the canvas in pixels. On screen it is half as large. */
const SIDE = 44;
/** The largest number of vertices to draw. More would make no visible difference. */
const MOST = 6000;

/** A mask seen from the front: white where it is 1, dark where it is 0. */
export function MaskPicture({ mask, name }: { mask: VertexValues; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const sequence = useDocument((state) => state.sequence);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context && sequence) drawMask(context, sequence.rest, mask);
  }, [mask, sequence]);
  return (
    <canvas
      ref={canvas}
      className={css.mask}
      width={SIDE}
      height={SIDE}
      role="img"
      aria-label={`Mask of ${name}`}
    />
  );
}

function drawMask(context: CanvasRenderingContext2D, rest: Float32Array, mask: VertexValues): void {
  const count = rest.length / 3;
  const [left, low, , right, high] = boundsOf(rest);
  const scale = (SIDE - 8) / Math.max(right - left, high - low, 1e-12);
  const x = (i: number) => SIDE / 2 + (rest[3 * i] - (left + right) / 2) * scale;
  const y = (i: number) => SIDE / 2 - (rest[3 * i + 1] - (low + high) / 2) * scale;
  const step = Math.max(1, Math.ceil(count / MOST));
  const values = new Map(Array.from(mask.vertices, (i, n) => [i, mask.values[n]]));
  context.clearRect(0, 0, SIDE, SIDE);
  for (let i = 0; i < count; i += step) {
    const grey = Math.round(70 + 185 * (values.get(i) ?? 0));
    context.fillStyle = `rgb(${grey} ${grey} ${grey})`;
    context.fillRect(x(i) - 1, y(i) - 1, 2, 2);
  }
}
