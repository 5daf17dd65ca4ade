import type { SourceInfo } from "../../../../workers/model/files/source-info";
import { formatCount, formatPlain, formatSeconds, plural } from "../../../common/format";
import { UnitField, UpAxisField } from "../../../panels/fields/SpaceFields";
import { CheckRow } from "../../../ui/choices/CheckRow";
import { type Option, Segmented } from "../../../ui/choices/Segmented";
import { LabelledNumber } from "../../../ui/fields/LabelledNumber";
import dialogCss from "../../../ui/overlays/Dialog.module.css";
import { DialogSection } from "../../../ui/overlays/DialogSection";
import textCss from "../../../ui/text/text.module.css";
import { type Chosen, isStill, sizeOfChoice } from "./open-choice";

interface ChoiceProps {
  info: SourceInfo;
  chosen: Chosen;
  change(next: Partial<Chosen>): void;
}

/** Clips, frame rate and rest pose. */
export function AnimationSection({ info, chosen, change }: ChoiceProps) {
  return (
    <DialogSection title="Animation">
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
      <LabelledNumber
        label="Frame rate"
        value={chosen.fps}
        range={{ step: 1, soft: [1, 120], hard: [1, 1000] }}
        reset={info.fps}
        unit="fps"
        write={formatPlain}
        disabled={!info.rateIsFree}
        onCommit={(fps) => change({ fps })}
      />
      <LabelledNumber
        label="Rest pose"
        value={chosen.restFrame}
        range={{ step: 1, soft: [0, Math.max(1, sizeOfChoice(info, chosen).frames)] }}
        reset={0}
        write={(k) => (k === 0 ? "the file’s own" : `frame ${formatCount(k)}`)}
        onCommit={(restFrame) => change({ restFrame })}
      />
    </DialogSection>
  );
}

const RIGS: Record<"still" | "moving", { options: Option<"keep" | "motion">[]; help: [string, string] }> = {
  still: {
    options: [
      { value: "keep", label: "Keep its weights" },
      { value: "motion", label: "Bind it again" },
    ],
    help: [
      "Keeps bones and weights, ready to pose and paint.",
      "Opens the mesh and its skeleton without weights. Bind them in Paint.",
    ],
  },
  moving: {
    options: [
      { value: "keep", label: "Keep its skeleton" },
      { value: "motion", label: "Only the motion" },
    ],
    help: [
      "Keeps bones, weights and clips, ready to pose. Solve replaces them.",
      "Opens only the mesh and its frames. Solve finds new bones.",
    ],
  },
};

/** Whether the file's own rig is kept. */
export function KeptRigSection({ info, chosen, change }: ChoiceProps) {
  const { options, help } = RIGS[isStill(info) ? "still" : "moving"];
  return (
    <DialogSection title="Skeleton">
      <Segmented
        label="Skeleton"
        value={chosen.keepRig ? "keep" : "motion"}
        options={options}
        onChange={(next) => change({ keepRig: next === "keep" })}
      />
      <p className={textCss.tertiary} style={{ lineHeight: 1.4, padding: "4px 0" }}>
        {help[chosen.keepRig ? 0 : 1]}
      </p>
    </DialogSection>
  );
}

/** The file's up axis and unit. */
export function SpaceSection({ info, chosen, change }: ChoiceProps) {
  return (
    <DialogSection title="Space">
      <UpAxisField value={chosen.upAxis} onChange={(upAxis) => change({ upAxis })} />
      <UnitField
        value={chosen.metresPerUnit}
        offered={info.metresPerUnit}
        onChange={(metresPerUnit) => change({ metresPerUnit })}
      />
    </DialogSection>
  );
}
