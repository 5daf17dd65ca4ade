import type { Clip } from "../../../../workers/model/mesh/mesh-sequence";
import { DEFORMERS } from "../../../document/deform/deform-text";
import { LabelledDropdown } from "../../../ui/choices/LabelledDropdown";
import { Segmented } from "../../../ui/choices/Segmented";
import { DialogSection } from "../../../ui/overlays/DialogSection";
import textCss from "../../../ui/text/text.module.css";
import { ClipChecks } from "../fields/ClipChecks";
import { KeptInfluences } from "../fields/KeptInfluences";
import { BAKED_KINDS, type BakeOptions } from "./bake-options";

const METHODS = [
  { value: "best", label: "Best of both" },
  { value: "v5", label: "Smoothed" },
  { value: "fit", label: "Fitted" },
] as const;

interface BakeFieldsProps {
  options: BakeOptions;
  bones: number;
  clips: readonly Clip[];
  /** The number of test poses. */
  poses: number;
  /** Why there is nothing to bake over. */
  missing: string | null;
  change(next: Partial<BakeOptions>): void;
}

/** What to bake, and over which frames. */
export function BakeFields({ options, bones, clips, poses, missing, change }: BakeFieldsProps) {
  return (
    <>
      <DialogSection title="Deformer">
        <LabelledDropdown
          label="Bake"
          value={options.kind}
          options={BAKED_KINDS.map((kind) => ({ value: kind, label: DEFORMERS[kind].name }))}
          onChange={(kind) => change({ kind })}
        />
        <KeptInfluences
          value={options.influences}
          most={bones}
          reset={Math.min(4, bones)}
          onCommit={(influences) => change({ influences })}
        />
        <LabelledDropdown
          label="Weights"
          value={options.method}
          options={[...METHODS]}
          onChange={(method) => change({ method })}
        />
      </DialogSection>
      <DialogSection title="Over">
        <Segmented
          label="Over"
          dense
          value={options.over}
          options={[
            { value: "clips", label: "Clips" },
            { value: "poses", label: `Test poses (${poses})` },
          ]}
          onChange={(over) => change({ over })}
        />
        {options.over === "clips" && (
          <ClipChecks clips={clips} chosen={options.clips} onChange={(clips) => change({ clips })} />
        )}
        {options.over === "poses" && missing && <p className={textCss.secondary}>{missing}</p>}
      </DialogSection>
    </>
  );
}
