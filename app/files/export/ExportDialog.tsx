import { useState } from "react";
import type { GlbExportOptions, GlbExportResult } from "../../../workers/client";
import { glbExportDefaults, isExportLossy } from "../../../workers/model/files/glb-export";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import { maxInfluences } from "../../../workers/model/rig/sparse-weights";
import { METHODS } from "../../../workers/model/solve/methods";
import { useStudio } from "../../actions/studio";
import { download, safeFileName } from "../../common/download";
import { formatBytes, formatCount, formatError, formatLength, plural } from "../../common/format";
import { closeDialog } from "../../document/session/dialogs";
import { reportError } from "../../document/session/report-error";
import { toast } from "../../document/session/toasts";
import type { Stores } from "../../document/stores";
import { useDocument, useStores } from "../../document/use-stores";
import { withMoreThan } from "../../document/weights/painted-vertices";
import { UpAxisField } from "../../panels/fields/SpaceFields";
import { Button } from "../../ui/buttons/Button";
import { CheckRow } from "../../ui/choices/CheckRow";
import noteCss from "../../ui/feedback/Note.module.css";
import { Field } from "../../ui/fields/Field";
import keyValuesCss from "../../ui/figures/KeyValues.module.css";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import dialogCss from "../../ui/overlays/Dialog.module.css";
import { Modal } from "../../ui/overlays/Modal";
import textCss from "../../ui/text/text.module.css";
import { ClipChecks } from "../open/ClipChecks";
import barsCss from "./Bars.module.css";
import { ErrorNote } from "./ErrorNote";
import css from "./ExportDialog.module.css";
import { KeptInfluences } from "./KeptInfluences";
import { useExportCost } from "./use-export-cost";

function Costs({ result, sequence }: { result: GlbExportResult; sequence: MeshSequence }) {
  const kinds = Object.entries(result.bytesByKind);
  const [before, inFile] = [result.eRmsNow, result.eRmsInFile].map(formatError);
  const most = Math.max(...kinds.map(([, bytes]) => bytes), 1);
  return (
    <>
      <dl className={keyValuesCss.keyValues}>
        <dt>Size</dt>
        <dd>{formatBytes(result.bytes.length)}</dd>
        <dt>Error now</dt>
        <dd>{before}</dd>
        <dt>In the file</dt>
        <dd>{inFile === before ? "same as before" : inFile}</dd>
        <dt>Largest added</dt>
        <dd>{formatLength(result.largestAdded * sequence.metresPerUnit)}</dd>
      </dl>
      <div className={barsCss.bars}>
        {kinds.map(([kind, bytes]) => (
          <div key={kind}>
            <span className={textCss.secondary}>{kind[0].toUpperCase() + kind.slice(1)}</span>
            <span className={barsCss.bar}>
              <i style={{ width: `${(100 * bytes) / most}%` }} />
            </span>
            <span className={textCss.number}>{formatBytes(bytes)}</span>
          </div>
        ))}
      </div>
    </>
  );
}

/** ", 0.5 MB" for a file that contains the correction. */
function correctionSize(result: GlbExportResult | null): string {
  const bytes = result?.bytesByKind.correction;
  return bytes ? `, ${formatBytes(bytes)}` : "";
}

/** Switches to the shading by number of influences, to show where the file keeps too few. */
function showInfluences(stores: Stores): void {
  closeDialog(stores);
  stores.view.setState(({ layout }) => ({
    workspace: "solve",
    shading: "influences",
    layout: layout === "source" ? "rig" : layout,
  }));
}

/** The validator's result, and what the file leaves out. */
function Verdicts({
  result,
  sequence,
  influences,
  affine,
}: {
  result: GlbExportResult;
  sequence: MeshSequence;
  /** The largest number of influences per vertex in the file. */
  influences: number;
  affine: boolean;
}) {
  const stores = useStores();
  const added = formatLength(result.largestAdded * sequence.metresPerUnit);
  const { method } = useDocument((state) => state.settings);
  const rig = useDocument((state) => state.rig);
  const byHand = useDocument((state) => state.weightEdits.painted);
  const painted = rig ? withMoreThan(influences, byHand, rig.weights).length : 0;
  const knowsRigid = METHODS[method].boneKinds.includes("rigid");
  return (
    <>
      {affine && (
        <div className={`${noteCss.note} ${noteCss.warn}`}>
          <Icon name="warn" />
          <span>
            glTF has no shear: affine bones are written as their nearest turn, scale and shift.{" "}
            {result.verticesReduced > 0 ? "With the influences that are left out, the error" : "The error"}{" "}
            goes from {formatError(result.eRmsNow)} to {formatError(result.eRmsInFile)}. Solve with rigid
            bones
            {knowsRigid ? "" : ", by another method,"} to avoid it.
          </span>
        </div>
      )}
      {result.verticesReduced > 0 && (
        <div className={`${noteCss.note} ${noteCss.warn}`}>
          <Icon name="warn" />
          <span>
            {plural(result.verticesReduced, "vertex loses", "vertices lose")} influences
            {painted > 0 && `, ${formatCount(painted)} of them painted by hand`}. It moves them by up to{" "}
            {added}.{" "}
            <button type="button" className={textCss.link} onClick={() => showInfluences(stores)}>
              Show them
            </button>
          </span>
        </div>
      )}
      {result.validatorMessages.length === 0 ? (
        <div className={`${noteCss.note} ${noteCss.ok}`}>
          <Icon name="check" />
          <span>Checked by the glTF validator: no errors, no warnings.</span>
        </div>
      ) : (
        <div className={`${noteCss.note} ${noteCss.err}`}>
          <Icon name="error" />
          <span>{result.validatorMessages.slice(0, 3).join(" ")}</span>
        </div>
      )}
    </>
  );
}

export function ExportDialog() {
  const stores = useStores();
  const { client } = useStudio();
  const { sequence, rig, report } = useDocument();
  const most = rig ? Math.max(1, maxInfluences(rig.weights)) : 4;
  const [options, setOptions] = useState<GlbExportOptions>(() =>
    sequence && rig ? glbExportDefaults(sequence, rig) : { influences: 4, clips: [], upAxis: "y" },
  );
  const [name, setName] = useState(() => safeFileName(sequence?.name ?? "rig"));
  const [withJson, setWithJson] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const cost = useExportCost(client, sequence, rig, options);
  const close = () => closeDialog(stores);
  if (!sequence || !rig) return null;
  const change = (next: Partial<GlbExportOptions>) => setOptions({ ...options, ...next });
  const result = cost.result;
  const noClip = options.clips.length === 0;
  const ready = result !== null && !cost.busy && !noClip && cost.error === null;

  const save = async () => {
    if (!ready || waiting) return;
    setWaiting(true);
    try {
      const file = `${safeFileName(name)}.glb`;
      download(result.bytes, file, "model/gltf-binary");
      if (withJson) {
        const json = await client.exportRigJson({ sequence, rig, report }).result;
        download(json, `${safeFileName(name)}.rig.json`, "application/json");
      }
      close();
      const size = formatBytes(result.bytes.length);
      toast(
        stores,
        `Exported ${file}`,
        `${size}, error ${formatError(result.eRmsInFile)}, ${plural(options.clips.length, "clip")}`,
      );
    } catch (error) {
      reportError(stores, error, "The export");
    } finally {
      setWaiting(false);
    }
  };

  const foot = (
    <>
      <label className={css.fileName}>
        <Icon name="file" />
        <input aria-label="File name" value={name} onChange={(event) => setName(event.target.value)} />
        <span className={textCss.tertiary}>.glb</span>
      </label>
      <span className={layoutCss.grow} />
      <Button size="large" onClick={close}>
        Cancel
      </Button>
      <Button
        data-primary
        look={ready ? "primary" : undefined}
        size="large"
        aria-disabled={ready ? undefined : true}
        onClick={() => void save()}
      >
        {cost.busy && !noClip ? "Measuring…" : "Export"}
      </Button>
    </>
  );
  return (
    <Modal title="Export GLB" width={640} onClose={close} foot={foot}>
      <div className={dialogCss.columns}>
        <div className={dialogCss.left}>
          <div className={dialogCss.section}>
            <div className={`${textCss.strong} ${dialogCss.title}`}>Rig</div>
            <KeptInfluences
              value={options.influences}
              most={Math.max(most, 1)}
              onCommit={(influences) => change({ influences })}
            />
            {rig.correction && (
              <CheckRow
                label="With correction"
                end={`${plural(rig.correction.rank, "morph target")}${correctionSize(result)}`}
                checked={options.correction !== false}
                onChange={(correction) => change({ correction })}
              />
            )}
          </div>
          <div className={dialogCss.section}>
            <div className={`${textCss.strong} ${dialogCss.title}`}>Animation</div>
            <ClipChecks
              clips={sequence.clips}
              chosen={options.clips}
              end={(clip) => `${clip.first + 1}–${clip.last + 1}`}
              onChange={(clips) => change({ clips })}
            />
          </div>
          <div className={dialogCss.section}>
            <div className={`${textCss.strong} ${dialogCss.title}`}>File</div>
            <UpAxisField value={options.upAxis} axes={["y", "z"]} onChange={(upAxis) => change({ upAxis })} />
            <Field label="Also write">
              <CheckRow label="Rig and report as JSON" checked={withJson} onChange={setWithJson} />
            </Field>
          </div>
        </div>
        <div className={dialogCss.right} aria-busy={cost.busy}>
          <div className={`${textCss.strong} ${dialogCss.title}`}>What this costs</div>
          {result && <Costs result={result} sequence={sequence} />}
          {!result && cost.error === null && (
            <p className={textCss.secondary}>Writing the file to measure it…</p>
          )}
          <span className={layoutCss.grow} />
          {cost.error !== null && <ErrorNote error={cost.error} />}
          {result && cost.error === null && (
            <Verdicts
              result={result}
              influences={options.influences}
              sequence={sequence}
              affine={rig.boneKind === "affine" && isExportLossy(result)}
            />
          )}
        </div>
      </div>
    </Modal>
  );
}
