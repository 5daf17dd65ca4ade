import { useState } from "react";
import { type OpenedSequence, wholeSequence } from "../../../../workers/model/mesh/streamed-sequence";
import type { BakeResult } from "../../../../workers/model/reports/deform-report";
import type { Rig } from "../../../../workers/model/rig/rig";
import { useStudio } from "../../../actions/studio";
import { adoptBake } from "../../../document/deform/deform-commands";
import { focusedPane } from "../../../document/deform/panes";
import { closeDialog } from "../../../document/session/dialogs";
import { toast } from "../../../document/session/toasts";
import type { Stores } from "../../../document/stores";
import { useDocument, useStores } from "../../../document/use-stores";
import { runAndTell } from "../../../document/weights/painted-changes";
import { Button } from "../../../ui/buttons/Button";
import buttonCss from "../../../ui/buttons/Button.module.css";
import layoutCss from "../../../ui/layout/layout.module.css";
import dialogCss from "../../../ui/overlays/Dialog.module.css";
import { Modal } from "../../../ui/overlays/Modal";
import { BakeFields } from "./BakeFields";
import { BakeOutcome } from "./BakeOutcome";
import { type BakeOptions, bakeFrames, nothingToBake } from "./bake-options";
import { type Bake, useBake } from "./use-bake";

/** Bakes a deformer into weights that every engine can play. */
export function BakeDialog() {
  const { sequence, rig } = useDocument();
  return sequence && rig && <OpenBakeDialog sequence={sequence} rig={rig} />;
}

function OpenBakeDialog({ sequence, rig }: { sequence: OpenedSequence; rig: Rig }) {
  const stores = useStores();
  const { client } = useStudio();
  const { deform, poses } = useDocument();
  const [options, setOptions] = useState(() => firstOptions(stores, sequence));
  const [bakedWith, setBakedWith] = useState<BakeOptions | null>(null);
  const bake = useBake(client);
  const close = () => closeDialog(stores);
  const missing = nothingToBake(options, poses);
  const result = bakedWith === options ? bake.result : null;

  const start = () => {
    if (missing || bake.running) return;
    const { kind, influences, method } = options;
    setBakedWith(options);
    bake.start({
      ...{ sequence: wholeSequence(sequence), rig, kind, influences },
      settings: deform,
      frames: bakeFrames(options, poses),
      method: method === "best" ? null : method,
    });
  };
  const foot = (
    <>
      {result && <UseAndExport result={result} />}
      <span className={layoutCss.grow} />
      <Button size="large" onClick={bake.running ? bake.cancel : close}>
        {bake.running ? "Cancel bake" : "Close"}
      </Button>
      {result ? (
        <UseAsRig result={result} />
      ) : (
        <BakeButton bake={bake} ready={missing === null} onClick={start} />
      )}
    </>
  );
  return (
    <Modal title="Bake to weights" width={640} onClose={close} foot={foot}>
      <div className={dialogCss.columns}>
        <div className={dialogCss.left}>
          <BakeFields
            options={options}
            bones={rig.bones.length}
            clips={sequence.clips}
            poses={poses.length}
            missing={missing}
            change={(next) => setOptions({ ...options, ...next })}
          />
        </div>
        <BakeOutcome bake={bake} options={options} result={result} />
      </div>
    </Modal>
  );
}

/** The options that a bake starts with: the deformer of the view, over all clips. */
function firstOptions(stores: Stores, sequence: OpenedSequence): BakeOptions {
  const { deformer } = focusedPane(stores);
  return {
    kind: deformer === "lbs" || deformer === "two-layer" ? "ddm-v0" : deformer,
    influences: 4,
    method: "best",
    over: "clips",
    clips: [...sequence.clips.keys()],
  };
}

/** Returns a function that closes the dialog and puts a bake into the document. */
function useAdopt(): (result: BakeResult) => void {
  const stores = useStores();
  const { history } = useStudio();
  return ({ rig, influences }) => {
    closeDialog(stores);
    runAndTell(stores, history, adoptBake(stores, rig, influences));
  };
}

function UseAndExport({ result }: { result: BakeResult }) {
  const { perform } = useStudio();
  const adopt = useAdopt();
  const useAndExport = () => {
    adopt(result);
    perform("file.export");
  };
  return (
    <Button size="large" onClick={useAndExport}>
      Use and export…
    </Button>
  );
}

function UseAsRig({ result }: { result: BakeResult }) {
  const stores = useStores();
  const adopt = useAdopt();
  const use = () => {
    adopt(result);
    toast(stores, "The rig now uses the baked weights", "Undo restores the old ones.");
  };
  return (
    <Button data-primary look="primary" size="large" onClick={use}>
      Use as the rig
    </Button>
  );
}

/** Starts the bake, and shows how far it is. */
function BakeButton({ bake, ready, onClick }: { bake: Bake; ready: boolean; onClick(): void }) {
  const can = ready && !bake.running;
  const done = bake.running ? bake.progress?.done : null;
  return (
    <Button
      data-primary
      size="large"
      look={can ? "primary" : undefined}
      aria-disabled={can ? undefined : true}
      onClick={onClick}
    >
      {done != null && <span className={buttonCss.fill} style={{ width: `${100 * done}%` }} />}
      <span>{bake.running ? "Baking…" : "Bake"}</span>
    </Button>
  );
}
