import { useMemo, useState } from "react";
import type { RigBeside } from "../../../../workers/client";
import { type Alignment, alignments } from "../../../../workers/geometry/transfer/alignments";
import { bonesAcross } from "../../../../workers/geometry/transfer/bone-matches";
import { placedBones } from "../../../../workers/geometry/transfer/transferred-rig";
import type { SequenceMesh } from "../../../../workers/model/mesh/streamed-sequence";
import type { Bone } from "../../../../workers/model/rig/rig";
import {
  TRANSFER_DEFAULTS,
  type TransferBy,
  type TransferSettings,
} from "../../../../workers/model/weights/transfer";
import { useService } from "../../../actions/studio";
import { formatFigure, plural } from "../../../common/format";
import { selectedBones } from "../../../document/selection";
import { useDocument, useStores, useView } from "../../../document/use-stores";
import { hasMask, maskedVertices } from "../../../document/vertices/selection-mask";
import { LabelledDropdown } from "../../../ui/choices/LabelledDropdown";
import { Segmented } from "../../../ui/choices/Segmented";
import { Note } from "../../../ui/feedback/Note";
import { Field } from "../../../ui/fields/Field";
import { NumberField } from "../../../ui/fields/NumberField";
import { Icon } from "../../../ui/icons/Icon";
import layoutCss from "../../../ui/layout/layout.module.css";
import textCss from "../../../ui/text/text.module.css";
import { QuestionDialog } from "../QuestionDialog";
import questionCss from "../QuestionDialog.module.css";
import { BoneMapping } from "./BoneMapping";
import { NO_PARTNER } from "./partner-words";
import css from "./TransferDialog.module.css";
import { bonesInWords, TRANSFERRING } from "./transferring";

const HELP: Readonly<Record<TransferBy, string>> = {
  surface: "Each vertex takes the weights at the closest point of the surface.",
  ray: "Each vertex takes the weights where its normal meets the surface, ahead or behind.",
  uv: "Each vertex takes the weights at the same UV.",
  volume: "Vertices inside the other mesh take a mean over its whole surface; this takes longer.",
};

interface TransferDialogProps {
  beside: RigBeside;
  /** Opens the file instead; null if that is not offered. */
  instead: (() => void) | null;
}

/** Says how the other mesh is placed, and warns if the two meshes do not overlap. */
function AlignmentField(props: { all: readonly Alignment[]; value: number; onChange(n: number): void }) {
  const { all, value, onChange } = props;
  const { fits, placement } = all[value];
  return (
    <>
      <LabelledDropdown
        label="Placed"
        value={value}
        options={all.map(({ name, fits: one }, n) => ({
          value: n,
          label: name,
          ...(!one && { note: "does not fit" }),
        }))}
        onChange={onChange}
      />
      {placement.scale !== 1 && (
        <p className={textCss.tertiary}>{`Scaled by ${formatFigure(placement.scale)}.`}</p>
      )}
      {!fits && (
        <Note tone="warn">
          <Icon name="warn" />
          <span>
            {all.some((one) => one.fits)
              ? "The two meshes do not overlap. Choose another placement."
              : "The two meshes differ so much that none of these placements fits. Choose partners of bones by hand, or match by UVs."}
          </span>
        </Note>
      )}
    </>
  );
}

type Takes = "all" | "selected";

/** The bones selected in the outliner or the viewport. */
function useSelectedBones(): number[] {
  const bone = useView((view) => view.selectedBone);
  const also = useView((view) => view.alsoSelected);
  return useMemo(() => selectedBones({ selectedBone: bone, alsoSelected: also }), [bone, also]);
}

/** How many vertices the mask lets a transfer change; null without a mask. */
function useMaskedCount(): number | null {
  const stores = useStores();
  const selection = useDocument((state) => state.vertexSelection);
  const masked = useView((view) => view.masked);
  return useMemo(
    () => (masked && hasMask(selection) ? (maskedVertices(stores)?.length ?? null) : null),
    [stores, selection, masked],
  );
}

/** Asks how to transfer the weights of a file to the open mesh. */
export function TransferDialog(props: TransferDialogProps) {
  const sequence = useDocument((state) => state.sequence);
  return sequence && <Transfer {...props} sequence={sequence} />;
}

/** The point that gives a vertex its weights, and the limits of a match. */
function MatchFields(props: {
  settings: TransferSettings;
  /** Why the meshes cannot be matched by UVs, or null. */
  noUvs: string | null;
  onChange(settings: TransferSettings): void;
}) {
  const { settings, noUvs, onChange } = props;
  return (
    <>
      <Field label="Match by">
        <Segmented
          label="Match by"
          value={settings.by}
          options={[
            { value: "surface", label: "Surface" },
            { value: "ray", label: "Normal" },
            { value: "uv", label: "UVs", refusal: noUvs },
            { value: "volume", label: "Volume" },
          ]}
          onChange={(by) => onChange({ ...settings, by })}
        />
      </Field>
      <p className={textCss.tertiary}>{HELP[settings.by]}</p>
      <Field label="Within">
        <NumberField
          label="Within, percent of the diagonal"
          value={100 * settings.distance}
          range={{ step: 0.1, soft: [0.1, 20], hard: [0.001, 1000] }}
          reset={100 * TRANSFER_DEFAULTS.distance}
          unit="%"
          onCommit={(next) => onChange({ ...settings, distance: next / 100 })}
        />
      </Field>
      <Field label="Angle">
        <NumberField
          label="Largest angle of normals"
          value={settings.angle}
          range={{ step: 1, soft: [0, 180] }}
          reset={TRANSFER_DEFAULTS.angle}
          unit="°"
          onCommit={(angle) => onChange({ ...settings, angle })}
        />
      </Field>
      <p className={textCss.tertiary}>
        Vertices without a match within these limits continue the weights around them smoothly.
      </p>
    </>
  );
}

/** Which bones take weights: all, or the selected ones. */
function OntoField(props: {
  bones: readonly Bone[];
  selected: readonly number[];
  value: Takes;
  onChange(value: Takes): void;
}) {
  const { bones, selected, value, onChange } = props;
  const refusal = selected.length > 0 ? null : "No bone is selected.";
  return (
    <>
      <Field label="Onto">
        <Segmented
          label="Bones that take weights"
          value={value}
          options={[
            { value: "all", label: "All bones" },
            { value: "selected", label: "Selected", refusal },
          ]}
          onChange={onChange}
        />
      </Field>
      {value === "selected" && (
        <p className={textCss.tertiary}>
          {`Only ${bonesInWords(bones, selected)} will have the weights of the file. The other bones share the rest.`}
        </p>
      )}
    </>
  );
}

function Transfer({ beside, instead, sequence }: TransferDialogProps & { sequence: SequenceMesh }) {
  const transferring = useService(TRANSFERRING);
  const rig = useDocument((state) => state.rig);
  const [settings, setSettings] = useState(TRANSFER_DEFAULTS);
  const [chosen, setChosen] = useState(0);
  const [byHand, setByHand] = useState<ReadonlyMap<string, string | null>>(new Map());
  const [all] = useState(() => alignments(beside.sequence, sequence));
  const { placement } = all[chosen];
  const bones = rig?.bones ?? placedBones(beside.rig.bones, placement);
  const matches = bonesAcross(beside.rig.bones, bones, placement, byHand);
  const changing = useMaskedCount();
  const selected = useSelectedBones();
  const [takes, setTakes] = useState<Takes>("all");
  const onto = rig && takes === "selected" ? selected : null;
  const noUvs = beside.sequence.uvs && sequence.uvs ? null : "One of the two meshes has no UVs.";
  return (
    <QuestionDialog
      title="Transfer weights"
      about={`from ${beside.sequence.name}: ${plural(beside.rig.bones.length, "bone")}`}
      width={480}
      answer={{
        label: "Transfer",
        refusal: matches.bones.every((j) => j < 0) ? NO_PARTNER : null,
        onClick: () => void transferring.transfer(beside, { placement, matches, bones, settings, onto }),
      }}
      instead={instead && { label: "Open it instead", onClick: instead }}
    >
      <div
        className={`${layoutCss.stack} ${questionCss.body} ${css.body}`}
        tabIndex={0}
        role="group"
        aria-label="How to transfer"
      >
        <MatchFields settings={settings} noUvs={noUvs} onChange={setSettings} />
        <AlignmentField all={all} value={chosen} onChange={setChosen} />
        {rig && <OntoField bones={rig.bones} selected={selected} value={takes} onChange={setTakes} />}
        {rig && changing !== null && (
          <p className={textCss.secondary}>
            {`Only ${plural(changing, "vertex", "vertices")} inside the mask or the selection will change.`}
          </p>
        )}
        {rig ? (
          <BoneMapping
            source={beside.rig.bones}
            target={rig.bones}
            matches={matches}
            onPair={(name, to) => setByHand(new Map(byHand).set(name, to))}
          />
        ) : (
          <p className={textCss.secondary}>
            {`The mesh has no bones: it takes ${plural(bones.length, "bone")} of the file.`}
          </p>
        )}
      </div>
    </QuestionDialog>
  );
}
