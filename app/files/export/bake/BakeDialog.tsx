import { useState } from "react";
import { DEFORMER_KINDS, type DeformerKind } from "../../../../workers/model/deform";
import { wholeSequence } from "../../../../workers/model/mesh/streamed-sequence";
import type { BakeFrames, BakeMethod, BakeResult } from "../../../../workers/model/reports/deform-report";
import { useStudio } from "../../../actions/studio";
import { formatCount, formatError, formatPercent, formatSeconds, plural } from "../../../common/format";
import { adoptBake } from "../../../document/deform/deform-commands";
import { DEFORMERS } from "../../../document/deform/deform-text";
import { focusedPane } from "../../../document/deform/panes";
import { closeDialog } from "../../../document/session/dialogs";
import { toast } from "../../../document/session/toasts";
import { useDocument, useStores } from "../../../document/use-stores";
import { runAndTell } from "../../../document/weights/painted-changes";
import { Button } from "../../../ui/buttons/Button";
import buttonCss from "../../../ui/buttons/Button.module.css";
import { Dropdown } from "../../../ui/choices/Dropdown";
import { Segmented } from "../../../ui/choices/Segmented";
import { Field } from "../../../ui/fields/Field";
import { Bars } from "../../../ui/figures/Bars";
import { KeyValues } from "../../../ui/figures/KeyValues";
import layoutCss from "../../../ui/layout/layout.module.css";
import dialogCss from "../../../ui/overlays/Dialog.module.css";
import { Modal } from "../../../ui/overlays/Modal";
import textCss from "../../../ui/text/text.module.css";
import { ClipChecks } from "../../open/ClipChecks";
import { ErrorNote } from "../ErrorNote";
import { KeptInfluences } from "../fields/KeptInfluences";
import { useBake } from "./use-bake";

/** The deformer to bake, the method, and the frames to use. */
interface BakeOptions {
  kind: DeformerKind;
  influences: number;
  method: BakeMethod | "best";
  over: "clips" | "poses";
  clips: number[];
}

/** The deformers to bake. Linear blending needs no bake, because it uses the rig's weights directly. */
const KINDS = DEFORMER_KINDS.filter((kind) => kind !== "lbs" && kind !== "two-layer");

const METHODS = [
  { value: "best", label: "Best of both" },
  { value: "v5", label: "Smoothed" },
  { value: "fit", label: "Fitted" },
] as const;

/** The accuracy of each method with the same frames and bones: E_RMS against the deformer. */
function Outcome({ result }: { result: BakeResult }) {
  const { before, v5, fit } = result.eRms;
  const rows = [
    { name: "Current weights", value: before, chosen: false },
    { name: "Smoothed, v5", value: v5, chosen: result.chosen === "v5" },
    { name: "Fitted", value: fit, chosen: result.chosen === "fit" },
  ];
  return (
    <>
      <Bars wide rows={rows.map((row) => ({ ...row, text: formatError(row.value) }))} />
      <KeyValues>
        <dt>Largest distance</dt>
        <dd>{formatPercent(result.maxErrorPercent)} of the diagonal</dd>
        <dt>Max influences</dt>
        <dd>{formatCount(result.influences)}</dd>
        <dt>Over</dt>
        <dd>
          {plural(result.frames, "frame")}, {formatSeconds(result.seconds)}
        </dd>
      </KeyValues>
    </>
  );
}

/** Bakes a deformer into weights that every engine can play. */
export function BakeDialog() {
  const stores = useStores();
  const { client, history, perform } = useStudio();
  const { sequence, rig, deform, poses } = useDocument();
  const [options, setOptions] = useState<BakeOptions>(() => {
    const { deformer } = focusedPane(stores);
    return {
      kind: deformer === "lbs" || deformer === "two-layer" ? "ddm-v0" : deformer,
      influences: 4,
      method: "best",
      over: "clips",
      clips: sequence ? [...sequence.clips.keys()] : [],
    };
  });
  const [bakedWith, setBakedWith] = useState<BakeOptions | null>(null);
  const bake = useBake(client);
  const close = () => closeDialog(stores);
  if (!sequence || !rig) return null;
  const change = (next: Partial<BakeOptions>) => setOptions({ ...options, ...next });
  const missing =
    options.over === "clips" && options.clips.length === 0
      ? "Choose at least one clip."
      : options.over === "poses" && poses.length === 0
        ? "There are no test poses. Keep some in the Deform workspace first."
        : null;
  const result = bakedWith === options ? bake.result : null;

  const start = () => {
    if (missing || bake.running) return;
    const { kind, influences, method, over, clips } = options;
    const frames: BakeFrames = over === "clips" ? { clips } : { poses: [...poses] };
    const wanted = method === "best" ? null : method;
    setBakedWith(options);
    bake.start({
      sequence: wholeSequence(sequence),
      rig,
      kind,
      settings: deform,
      influences,
      frames,
      method: wanted,
    });
  };
  const adopt = (then: () => void) => {
    if (!result) return;
    close();
    runAndTell(stores, history, adoptBake(stores, result.rig, result.influences));
    then();
  };

  const percent = bake.progress?.done == null ? null : 100 * bake.progress.done;
  const foot = (
    <>
      {result && (
        <Button size="large" onClick={() => adopt(() => perform("file.export"))}>
          Use and export…
        </Button>
      )}
      <span className={layoutCss.grow} />
      <Button size="large" onClick={bake.running ? bake.cancel : close}>
        {bake.running ? "Cancel bake" : "Close"}
      </Button>
      {result ? (
        <Button
          data-primary
          look="primary"
          size="large"
          onClick={() =>
            adopt(() => toast(stores, "The rig now uses the baked weights", "Undo restores the old ones."))
          }
        >
          Use as the rig
        </Button>
      ) : (
        <Button
          data-primary
          size="large"
          look={missing || bake.running ? undefined : "primary"}
          aria-disabled={missing || bake.running ? true : undefined}
          onClick={start}
        >
          {percent !== null && bake.running && (
            <span className={buttonCss.fill} style={{ width: `${percent}%` }} />
          )}
          <span>{bake.running ? "Baking…" : "Bake"}</span>
        </Button>
      )}
    </>
  );
  return (
    <Modal title="Bake to weights" width={640} onClose={close} foot={foot}>
      <div className={dialogCss.columns}>
        <div className={dialogCss.left}>
          <div className={dialogCss.section}>
            <div className={`${textCss.strong} ${dialogCss.title}`}>Deformer</div>
            <Field label="Bake">
              <Dropdown
                label="Bake"
                value={options.kind}
                options={KINDS.map((kind) => ({ value: kind, label: DEFORMERS[kind].name }))}
                onChange={(kind) => change({ kind })}
              />
            </Field>
            <KeptInfluences
              value={options.influences}
              most={rig.bones.length}
              reset={Math.min(4, rig.bones.length)}
              onCommit={(influences) => change({ influences })}
            />
            <Field label="Weights">
              <Dropdown
                label="Weights"
                value={options.method}
                options={[...METHODS]}
                onChange={(method) => change({ method })}
              />
            </Field>
          </div>
          <div className={dialogCss.section}>
            <div className={`${textCss.strong} ${dialogCss.title}`}>Over</div>
            <Segmented
              label="Over"
              dense
              value={options.over}
              options={[
                { value: "clips", label: "Clips" },
                { value: "poses", label: `Test poses (${poses.length})` },
              ]}
              onChange={(over) => change({ over })}
            />
            {options.over === "clips" && (
              <ClipChecks
                clips={sequence.clips}
                chosen={options.clips}
                onChange={(clips) => change({ clips })}
              />
            )}
            {options.over === "poses" && missing && <p className={textCss.secondary}>{missing}</p>}
          </div>
        </div>
        <div className={dialogCss.right} aria-busy={bake.running}>
          <div className={`${textCss.strong} ${dialogCss.title}`}>
            E<sub>RMS</sub> against {DEFORMERS[options.kind].name}
          </div>
          {result && <Outcome result={result} />}
          {bake.running && (
            <p className={textCss.secondary} role="status">
              {bake.progress
                ? [bake.progress.phase, bake.progress.detail].filter(Boolean).join(", ")
                : "Starting…"}
            </p>
          )}
          {!result && !bake.running && bake.error === null && (
            <p className={textCss.secondary}>
              Linear blend skinning cannot match this deformer exactly. Bake shows how close it gets with \n{" "}
              {plural(options.influences, "influence")} before anything changes.
            </p>
          )}
          <span className={layoutCss.grow} />
          {bake.error !== null && <ErrorNote error={bake.error} />}
        </div>
      </div>
    </Modal>
  );
}
