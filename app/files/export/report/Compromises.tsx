import type { ExportOptions, ExportResult } from "../../../../workers/client";
import { isExportLossy } from "../../../../workers/model/files/export/export-options";
import {
  type ExportTargetId,
  idleNotes,
  targetNotes,
} from "../../../../workers/model/files/export/export-targets";
import { leftOut } from "../../../../workers/model/files/export/left-out";
import { rigChanges } from "../../../../workers/model/files/export/rig-changes";
import type { SequenceMesh } from "../../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../../workers/model/rig/rig";
import { capital } from "../../../common/capital";
import { formatCount, formatError, formatLength, plural } from "../../../common/format";
import { closeDialog } from "../../../document/session/dialogs";
import type { Stores } from "../../../document/stores";
import { useDocument, useStores } from "../../../document/use-stores";
import { withMoreThan } from "../../../document/weights/painted-vertices";
import textCss from "../../../ui/text/text.module.css";
import css from "./Compromises.module.css";
import { lossesOf, within } from "./losses";
import { Remark, type Tone } from "./Remark";
import { Validation } from "./Validation";

/** Switches to the shading by number of influences, which shows where the file keeps too few. */
function showInfluences(stores: Stores): void {
  closeDialog(stores);
  stores.view.setState(({ layout }) => ({
    workspace: "solve",
    shading: "influences",
    layout: layout === "source" ? "rig" : layout,
  }));
}

interface FileProps {
  result: ExportResult;
  options: ExportOptions;
  sequence: SequenceMesh;
}

interface CompromisesProps extends FileProps {
  target: ExportTargetId;
  /** Whether another file is being measured. */
  busy: boolean;
  /** Gives the file numbers of 16 bits; null if a size target chooses the bits. */
  refine: (() => void) | null;
}

/** ", 3 of them painted by hand". */
function ofThemPainted(painted: number, all: number): string {
  if (painted === 0) return "";
  if (painted < all) return `, ${formatCount(painted)} of them painted by hand`;
  return all === 1 ? ", painted by hand" : ", all of them painted by hand";
}

/** Reports the vertices that lose influences, and how many of them were painted by hand. */
function FewerInfluences({ result, options, sequence }: FileProps) {
  const stores = useStores();
  const rig = useDocument((state) => state.rig);
  const byHand = useDocument((state) => state.weightEdits.painted);
  const painted = rig ? withMoreThan(options.influences, byHand, rig.weights).length : 0;
  return (
    <Remark tone="warn">
      {plural(result.verticesReduced, "vertex loses", "vertices lose")} influences
      {ofThemPainted(painted, result.verticesReduced)}. This moves them by up to{" "}
      {formatLength(result.largestAdded * sequence.metresPerUnit)}.{" "}
      <button type="button" className={textCss.link} onClick={() => showInfluences(stores)}>
        Show them
      </button>
    </Remark>
  );
}

/**
 * Says what integers cost, and offers finer ones.
 * @param isAlone whether the file loses nothing else
 */
function Integers({ result, options, sequence, isAlone, refine }: CompromisesProps & { isAlone: boolean }) {
  const { eRmsAsked, eRmsInFile, largestAdded } = result;
  const isFine = (options.precision ?? "fine") === "fine";
  const most = formatLength(largestAdded * sequence.metresPerUnit);
  const what = isAlone ? "integers instead of floats" : "all of this and integers instead of floats";
  return (
    <Remark tone="info">
      {isExportLossy(result)
        ? `The error goes from ${formatError(eRmsAsked)} to ${formatError(eRmsInFile)} with ${what}. `
        : `${capital(what)} move vertices by up to ${most}. The error stays ${formatError(eRmsInFile)}. `}
      {refine && !isFine && (
        <button type="button" className={textCss.link} onClick={refine}>
          Use 16 bits
        </button>
      )}
    </Remark>
  );
}

/** What the file keeps of the rig. */
function keptOf({ result, options, sequence, refine }: CompromisesProps, rig: Rig | null) {
  const losses = lossesOf(result, sequence);
  const correction = rig?.correction?.rank ?? 0;
  const losesShear = options.shear === "nearest" && rig?.boneKind === "affine" && isExportLossy(result);
  const losesBits = (options.compression ?? "none") !== "none";
  const isMuch = losses.length > 0 || result.verticesReduced > 0;
  return {
    losses: [...losses, ...rigChanges(result, options, correction, formatError)],
    losesShear,
    losesBits,
    // A size target also took bones, influences or keys, which its own list names.
    isOnlyBits: !isMuch && refine !== null,
    isWhole: !(isMuch || losesBits || losesShear) && (correction === 0 || options.correction !== false),
  };
}

/** The nearest rotation and scale of bones that shear. */
const NoShear = ({ eRmsAsked, eRmsInFile }: ExportResult) => (
  <Remark tone="warn">
    A single node cannot shear, so shearing bones get the nearest rotation and scale. The error goes from{" "}
    {formatError(eRmsAsked)} to {formatError(eRmsInFile)}. Pairs of nodes avoid this if your engine supports
    scale above a bone.
  </Remark>
);

/** The results of the checks. */
function Checks({ result, options: { format = "glb" }, sequence }: FileProps) {
  const messages = result.validatorMessages;
  return (
    <>
      {(format === "glb" || format === "fbx") && (
        <Remark tone={isExportLossy(result) ? "info" : "ok"}>
          Read back: every vertex in all frames is within{" "}
          {within(result.largestAdded * sequence.metresPerUnit)}.
        </Remark>
      )}
      {messages && <Validation messages={messages} />}
    </>
  );
}

/** Sentences of one kind. */
const Remarks = ({ tone, sentences }: { tone: Tone; sentences: readonly string[] }) =>
  sentences.map((sentence) => (
    <Remark key={sentence} tone={tone}>
      {sentence}
    </Remark>
  ));

/** A sentence for every compromise of the file, and the results of the checks. */
export function Compromises(props: CompromisesProps) {
  const { result, options, sequence, target, busy } = props;
  const rig = useDocument((state) => state.rig);
  const kept = keptOf(props, rig);
  const { clips, poses, shapes, format = "glb" } = options;
  const goingOut = { clips, poses, shapes, bones: rig?.bones.map(({ name }) => name) };
  const notes = rig ? targetNotes(target, rig) : [];
  const idle = rig ? idleNotes(target, rig, options) : [];
  return (
    <div className={busy ? `${css.list} ${css.busy}` : css.list}>
      <div className={textCss.strong}>Compromises</div>
      <Remarks
        tone="warn"
        sentences={notes.map((note) => `${note} The Skeleton workspace finds a hierarchy.`)}
      />
      {kept.losesShear && <NoShear {...result} />}
      {result.verticesReduced > 0 && <FewerInfluences {...props} />}
      <Remarks tone="info" sentences={[...kept.losses, ...idle]} />
      {kept.losesBits && <Integers {...props} isAlone={kept.isOnlyBits} />}
      <Remarks tone="warn" sentences={leftOut(sequence, format, goingOut)} />
      {kept.isWhole && <Remark tone="ok">Nothing of the rig is lost.</Remark>}
      <Checks {...props} />
    </div>
  );
}
