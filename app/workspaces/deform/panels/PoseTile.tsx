import { type MouseEvent, useEffect, useRef, useState } from "react";
import type { SequenceMesh } from "../../../../workers/model/mesh/streamed-sequence";
import type { Pose } from "../../../../workers/model/rig/pose";
import type { Rig } from "../../../../workers/model/rig/rig";
import { storeKey } from "../../../document/stores";
import { useStores } from "../../../document/use-stores";
import { IconButton } from "../../../ui/buttons/IconButton";
import { RenameInput } from "../../../ui/fields/RenameInput";
import { Icon } from "../../../ui/icons/Icon";
import textCss from "../../../ui/text/text.module.css";
import css from "./PoseTile.module.css";
import { type Picture, posePicture } from "./pose-picture";

/** Size of a tile's picture in pixels: twice the shown size, for high-density screens. */
const WIDTH = 288;
const HEIGHT = 176;

const known = new WeakMap<Rig, WeakMap<Float32Array, Picture>>();

/** The picture of a pose, drawn once per rig. Renaming a pose keeps its picture. */
function pictureOf(sequence: SequenceMesh, rig: Rig, pose: Pose): Picture {
  const ofRig = known.get(rig) ?? new WeakMap<Float32Array, Picture>();
  known.set(rig, ofRig);
  const found = ofRig.get(pose.rotations) ?? posePicture(sequence, rig, pose, WIDTH, HEIGHT);
  ofRig.set(pose.rotations, found);
  return found;
}

/** Draws one picture per turn of the event loop, so that a strip of many does not block the page. */
class PictureQueue {
  private last: Promise<void> = Promise.resolve();

  add(draw: () => void): void {
    this.last = this.last.then(() => new Promise((resolve) => setTimeout(resolve))).then(draw);
  }
}

const PICTURES = storeKey(() => new PictureQueue());

/**
 * The picture of a pose. It is drawn when it first scrolls into view, because most of hundreds of poses are never seen.
 */
function Thumbnail({ sequence, rig, pose }: { sequence: SequenceMesh; rig: Rig; pose: Pose }) {
  const stores = useStores();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let live = true;
    const draw = () => {
      if (!live) return;
      const { width, height, data } = pictureOf(sequence, rig, pose);
      canvas.current?.getContext("2d")?.putImageData(new ImageData(data, width, height), 0, 0);
    };
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watcher.disconnect();
      stores.of(PICTURES).add(draw);
    });
    if (canvas.current) watcher.observe(canvas.current);
    return () => {
      live = false;
      watcher.disconnect();
    };
  }, [sequence, rig, pose, stores]);
  return <canvas ref={canvas} width={WIDTH} height={HEIGHT} aria-hidden="true" />;
}

interface PoseTileProps {
  sequence: SequenceMesh;
  rig: Rig;
  pose: Pose;
  selected: boolean;
  onChoose(): void;
  /** Missing for the rest pose, which cannot be deleted. */
  onDelete?(): void;
  onRename?(name: string): void;
}

/** A pose as a picture with its name. */
export function PoseTile({ sequence, rig, pose, selected, onChoose, onDelete, onRename }: PoseTileProps) {
  const [naming, setNaming] = useState(false);
  const tile = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (selected) tile.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [selected]);
  const rename = (event: MouseEvent) => {
    event.stopPropagation();
    if (onRename) setNaming(true);
  };
  return (
    <div ref={tile} className={selected ? `${css.tile} ${css.on}` : css.tile}>
      <button
        type="button"
        className={css.face}
        aria-pressed={selected}
        aria-label={`Pose ${pose.name}`}
        onClick={onChoose}
        onDoubleClick={rename}
        onKeyDown={(event) => {
          if (event.key === "F2" && onRename) setNaming(true);
          else if (event.key === "Delete" && onDelete) onDelete();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <Thumbnail sequence={sequence} rig={rig} pose={pose} />
        {!naming && <span className={textCss.ellipsis}>{pose.name}</span>}
      </button>
      {naming && (
        <RenameInput
          className={css.name}
          name={pose.name}
          onEnd={(next) => {
            setNaming(false);
            if (next !== null) onRename?.(next);
          }}
        />
      )}
      {onDelete && !naming && (
        <IconButton aria-label={`Delete pose ${pose.name}`} onClick={onDelete}>
          <Icon name="x" small />
        </IconButton>
      )}
    </div>
  );
}
