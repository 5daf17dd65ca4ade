import { useState } from "react";
import type { DroppedFile, OpenChoice } from "../../../workers/client";
import type { SkeletonSource } from "../../../workers/model/files/skeleton-source";
import type { SourceInfo } from "../../../workers/model/files/source-info";
import type { UpAxis } from "../../../workers/model/mesh/mesh-sequence";
import { useService } from "../../actions/studio";
import { formatBytes, formatCount, formatPlain, formatSeconds, plural } from "../../common/format";
import { closeDialog } from "../../document/session/dialogs";
import { useStores } from "../../document/use-stores";
import { UnitField, UpAxisField } from "../../panels/fields/SpaceFields";
import { Button } from "../../ui/buttons/Button";
import { CheckRow } from "../../ui/choices/CheckRow";
import { Dropdown } from "../../ui/choices/Dropdown";
import { type Option, Segmented } from "../../ui/choices/Segmented";
import { Note } from "../../ui/feedback/Note";
import { Field } from "../../ui/fields/Field";
import { NumberField } from "../../ui/fields/NumberField";
import { KeyValues } from "../../ui/figures/KeyValues";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import dialogCss from "../../ui/overlays/Dialog.module.css";
import { Modal } from "../../ui/overlays/Modal";
import textCss from "../../ui/text/text.module.css";
import { FramesField, type FramesPlace, placesFor } from "./FramesPlace";
import { OPENING } from "./opening";
import { SkeletonChoice } from "./SkeletonChoice";

interface Chosen {
  clips: boolean[];
  fps: number;
  upAxis: UpAxis;
  metresPerUnit: number;
  /** 1-based; 0 is the file's own rest pose. */
  restFrame: number;
  keepRig: boolean;
  /** Where the frames are kept if both places are possible. */
  place: FramesPlace;
}

const asOffered = (info: SourceInfo, stays: boolean): Chosen => ({
  clips: info.clips.map(() => true),
  fps: info.fps,
  upAxis: info.upAxis,
  metresPerUnit: info.metresPerUnit,
  restFrame: 0,
  keepRig: info.skins !== undefined,
  place: stays ? "files" : "memory",
});

const SKELETON: Option<"keep" | "motion">[] = [
  { value: "keep", label: "Keep its skeleton" },
  { value: "motion", label: "Only the motion" },
];

const WEIGHTS: Option<"keep" | "motion">[] = [
  { value: "keep", label: "Keep its weights" },
  { value: "motion", label: "Bind it again" },
];

const isStill = ({ clips }: SourceInfo) => clips.length === 1 && clips[0].frames === 1;

/** The effect of keeping the file's rig, and of not keeping it. */
const RIG_HELP = {
  still: [
    "Keeps bones and weights, ready to pose and paint.",
    "Opens the mesh and its skeleton without weights. Bind them in Paint.",
  ],
  moving: [
    "Keeps bones, weights and clips, ready to pose. Solve replaces them.",
    "Opens only the mesh and its frames. Solve finds new bones.",
  ],
};

/** Estimates the frames and the bytes of the choice from the source's figures. */
function sizeOf(info: SourceInfo, chosen: Chosen) {
  const ratio = info.rateIsFree ? chosen.fps / info.fps : 1;
  const all = info.clips.reduce((sum, clip) => sum + clip.frames, 0);
  const frames = info.clips.reduce(
    (sum, clip, n) => sum + (chosen.clips[n] ? Math.max(1, Math.round(clip.frames * ratio)) : 0),
    0,
  );
  return { frames, bytes: all > 0 ? (info.sequenceBytes * frames) / all : 0 };
}

interface OpenDialogProps {
  sources: SourceInfo[];
  skeletons: SkeletonSource[];
  /** Whether frames should stay in their files. */
  stays: boolean;
  /** The files, if the open animation can be fitted to their skeleton instead. */
  toFit: DroppedFile[] | null;
}

/** Asks what to open from files that offer a choice. */
export function OpenDialog({ sources, skeletons, stays, toFit }: OpenDialogProps) {
  const stores = useStores();
  const opening = useService(OPENING);
  const [index, setIndex] = useState(0);
  const info = sources[index];
  const [chosen, setChosen] = useState(() => asOffered(info, stays));
  const [skeleton, setSkeleton] = useState(0);
  const still = isStill(info);
  const prefersFit = toFit !== null && stores.view.getState().workspace === "skeleton";
  const close = () => closeDialog(stores);
  const change = (next: Partial<Chosen>) => setChosen({ ...chosen, ...next });
  const { frames, bytes } = sizeOf(info, chosen);
  const places = placesFor(info, chosen.keepRig, bytes, chosen.place);
  const { place } = places;
  const taken = chosen.clips.flatMap((on, n) => (on ? [n] : []));

  const open = () => {
    const choice: OpenChoice = {
      clips: taken.length === info.clips.length ? [] : taken,
      fps: info.rateIsFree ? chosen.fps : null,
      upAxis: chosen.upAxis === info.upAxis ? null : chosen.upAxis,
      metresPerUnit: chosen.metresPerUnit === info.metresPerUnit ? null : chosen.metresPerUnit,
      restFrame: chosen.restFrame === 0 ? null : chosen.restFrame - 1,
      keepRig: chosen.keepRig,
    };
    void opening.readSource(index, info, choice, still ? skeletons[skeleton] : null, place === "files");
  };

  const fit = toFit && (
    <Button
      data-primary={prefersFit || undefined}
      look={prefersFit ? "primary" : undefined}
      size="large"
      title="Keeps the open animation and fits it to the skeleton of this file."
      onClick={() => void opening.openSkeleton(toFit)}
    >
      Fit to its skeleton
    </Button>
  );
  const foot = (
    <>
      {taken.length === 0 && <span className={textCss.secondary}>Choose at least one clip.</span>}
      <span className={layoutCss.grow} />
      <Button size="large" onClick={close}>
        Cancel
      </Button>
      {!prefersFit && fit}
      <Button
        data-primary={!prefersFit || undefined}
        size="large"
        title={toFit ? "Replaces the open animation." : undefined}
        look={taken.length === 0 || prefersFit ? undefined : "primary"}
        aria-disabled={taken.length === 0 || undefined}
        onClick={() => taken.length > 0 && open()}
      >
        {toFit ? "Open instead" : "Open"}
      </Button>
      {prefersFit && fit}
    </>
  );
  return (
    <Modal title={`Open ${info.name}`} width={640} onClose={close} foot={foot}>
      <div className={dialogCss.columns}>
        <div className={dialogCss.left}>
          {sources.length > 1 && (
            <div className={dialogCss.section}>
              <div className={`${textCss.strong} ${dialogCss.title}`}>Found</div>
              <Dropdown
                label="Found"
                value={index}
                options={sources.map((source, n) => ({ value: n, label: source.name, note: source.format }))}
                onChange={(next) => {
                  setIndex(next);
                  setChosen(asOffered(sources[next], stays));
                }}
              />
            </div>
          )}
          {still && skeletons.length > 0 && (
            <div className={dialogCss.section}>
              <div className={`${textCss.strong} ${dialogCss.title}`}>Bind to</div>
              <SkeletonChoice skeletons={skeletons} value={skeleton} optional onChange={setSkeleton} />
            </div>
          )}
          {!still && (
            <div className={dialogCss.section}>
              <div className={`${textCss.strong} ${dialogCss.title}`}>Animation</div>
              <div className={dialogCss.well}>
                {info.clips.map((clip, n) => (
                  <CheckRow
                    // biome-ignore lint/suspicious/noArrayIndexKey: clips may share names, and never change order
                    key={n}
                    label={clip.name}
                    end={`${formatSeconds(clip.seconds)}, ${plural(clip.frames, "frame")}`}
                    checked={chosen.clips[n]}
                    disabled={info.clips.length === 1}
                    onChange={(on) => change({ clips: chosen.clips.map((was, m) => (m === n ? on : was)) })}
                  />
                ))}
              </div>
              <Field label="Frame rate">
                <NumberField
                  label="Frame rate"
                  value={chosen.fps}
                  range={{ step: 1, soft: [1, 120], hard: [1, 1000] }}
                  reset={info.fps}
                  unit="fps"
                  write={formatPlain}
                  disabled={!info.rateIsFree}
                  onCommit={(fps) => change({ fps })}
                />
              </Field>
              <Field label="Rest pose">
                <NumberField
                  label="Rest pose"
                  value={chosen.restFrame}
                  range={{ step: 1, soft: [0, Math.max(1, frames)] }}
                  reset={0}
                  write={(k) => (k === 0 ? "the file’s own" : `frame ${formatCount(k)}`)}
                  onCommit={(restFrame) => change({ restFrame })}
                />
              </Field>
            </div>
          )}
          {!still && <FramesField {...places} onChange={(next) => change({ place: next })} />}
          {info.skins && (
            <div className={dialogCss.section}>
              <div className={`${textCss.strong} ${dialogCss.title}`}>Skeleton</div>
              <Segmented
                label="Skeleton"
                value={chosen.keepRig ? "keep" : "motion"}
                options={still ? WEIGHTS : SKELETON}
                onChange={(next) => change({ keepRig: next === "keep" })}
              />
              <p className={textCss.tertiary} style={{ lineHeight: 1.4, padding: "4px 0" }}>
                {RIG_HELP[still ? "still" : "moving"][chosen.keepRig ? 0 : 1]}
              </p>
            </div>
          )}
          <div className={dialogCss.section}>
            <div className={`${textCss.strong} ${dialogCss.title}`}>Space</div>
            <UpAxisField value={chosen.upAxis} onChange={(upAxis) => change({ upAxis })} />
            <UnitField
              value={chosen.metresPerUnit}
              offered={info.metresPerUnit}
              onChange={(metresPerUnit) => change({ metresPerUnit })}
            />
          </div>
        </div>
        <div className={dialogCss.right}>
          <div className={`${textCss.strong} ${dialogCss.title}`}>What was found</div>
          <KeyValues>
            <dt>Format</dt>
            <dd>{info.format}</dd>
            {info.points > 0 && (
              <>
                <dt>Points</dt>
                <dd>{formatCount(info.points)}</dd>
              </>
            )}
            {info.polygons > 0 && (
              <>
                <dt>Faces</dt>
                <dd>{formatCount(info.polygons)}</dd>
              </>
            )}
            <dt>Meshes</dt>
            <dd className={textCss.ellipsis} title={info.meshes.join(", ")}>
              {info.meshes.length}
            </dd>
            {info.skins && (
              <>
                <dt>Joints</dt>
                <dd title={info.skins.map((skin) => skin.name).join(", ")}>
                  {formatCount(Math.max(...info.skins.map((skin) => skin.joints)))}
                </dd>
              </>
            )}
            <dt>Frames</dt>
            <dd>{formatCount(frames)}</dd>
            <dt>{place === "files" ? "In the file" : "Memory"}</dt>
            <dd>{formatBytes(bytes)}</dd>
          </KeyValues>
          <p className={`${textCss.tertiary} ${textCss.ellipsis}`} title={info.files.join("\n")}>
            {info.files.length === 1 ? info.files[0] : plural(info.files.length, "file")}
          </p>
          {info.notes.map((note) => (
            <Note key={note}>
              <Icon name="info" />
              <span>{note}</span>
            </Note>
          ))}
        </div>
      </div>
    </Modal>
  );
}
