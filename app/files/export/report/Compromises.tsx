import type { ReactNode } from "react";
import type { ExportOptions, ExportResult } from "../../../../workers/client";
import { isExportLossy, type ValidatorMessage } from "../../../../workers/model/files/export/export-options";
import { type ExportTargetId, targetNotes } from "../../../../workers/model/files/export/export-targets";
import { leftOut } from "../../../../workers/model/files/export/left-out";
import { rigChanges } from "../../../../workers/model/files/export/rig-changes";
import type { SequenceMesh } from "../../../../workers/model/mesh/streamed-sequence";
import { formatCount, formatError, formatLength, plural } from "../../../common/format";
import type { IconName } from "../../../common/icon-names";
import { closeDialog } from "../../../document/session/dialogs";
import type { Stores } from "../../../document/stores";
import { useDocument, useStores } from "../../../document/use-stores";
import { withMoreThan } from "../../../document/weights/painted-vertices";
import { Icon } from "../../../ui/icons/Icon";
import textCss from "../../../ui/text/text.module.css";
import css from "./Compromises.module.css";

/** Switches to the shading by number of influences, which shows where the file keeps too few. */
function showInfluences(stores: Stores): void {
  closeDialog(stores);
  stores.view.setState(({ layout }) => ({
    workspace: "solve",
    shading: "influences",
    layout: layout === "source" ? "rig" : layout,
  }));
}

type Tone = "warn" | "info" | "ok" | "err";
const TONES: Record<Tone, IconName> = { warn: "warn", info: "info", ok: "check", err: "error" };

/** A sentence with the sign of its kind. */
export function Line({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <div className={tone === "info" ? css.line : `${css.line} ${css[tone]}`}>
      <Icon name={TONES[tone]} />
      <span>{children}</span>
    </div>
  );
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

/** Reports the vertices that lose influences, and how many of them were painted by hand. */
function FewerInfluences({ result, options, sequence }: FileProps) {
  const stores = useStores();
  const rig = useDocument((state) => state.rig);
  const byHand = useDocument((state) => state.weightEdits.painted);
  const painted = rig ? withMoreThan(options.influences, byHand, rig.weights).length : 0;
  return (
    <Line tone="warn">
      {plural(result.verticesReduced, "vertex loses", "vertices lose")} influences
      {painted > 0 && `, ${formatCount(painted)} of them painted by hand`}. This moves them by up to{" "}
      {formatLength(result.largestAdded * sequence.metresPerUnit)}.{" "}
      <button type="button" className={textCss.link} onClick={() => showInfluences(stores)}>
        Show them
      </button>
    </Line>
  );
}

/** A length as a limit: "within 0.3 mm". Lengths too small to show become "1 µm". */
const within = (metres: number) => formatLength(metres).replace(/^<\s/, "");

/** The other differences between the file and the rig. */
function lossesOf({ result, sequence }: FileProps): string[] {
  const { renamed, renamedClips, keys, eRmsAsked, eRmsInFile, helped, merged } = result;
  const lines: string[] = [];
  if (merged > 0) {
    lines.push(
      `${plural(merged, "bone is", "bones are")} merged into others, because the target supports no more. The error goes from ${formatError(eRmsAsked)} to ${formatError(eRmsInFile)}.`,
    );
  }
  if (helped > 0) {
    lines.push(
      `Rigid helpers replace ${plural(helped, "bone that shears", "bones that shear")}. The error goes from ${formatError(eRmsAsked)} to ${formatError(eRmsInFile)}.`,
    );
  }
  if (renamed > 0) {
    lines.push(`${plural(renamed, "bone is", "bones are")} renamed, because loaders would change the name.`);
  }
  if (renamedClips > 0) {
    lines.push(
      `${plural(renamedClips, "clip is", "clips are")} renamed, because loaders would change the name.`,
    );
  }
  if (keys.after < keys.before) {
    const off = within(keys.deviation * sequence.metresPerUnit);
    lines.push(
      `${plural(keys.before - keys.after, "key is", "keys are")} removed, which moves no vertex by more than ${off}.`,
    );
  }
  return lines;
}

/**
 * Says what integers cost, and offers finer ones.
 * @param isAlone whether the file loses nothing else
 */
function Integers({ result, options, isAlone, refine }: CompromisesProps & { isAlone: boolean }) {
  const { eRmsAsked, eRmsInFile } = result;
  const isFine = (options.precision ?? "fine") === "fine";
  return (
    <Line tone="info">
      The error goes from {formatError(eRmsAsked)} to {formatError(eRmsInFile)}{" "}
      {isAlone ? "with" : "with all of this and"} integers instead of floats.{" "}
      {refine && !isFine && (
        <button type="button" className={textCss.link} onClick={refine}>
          Use 16 bits
        </button>
      )}
    </Line>
  );
}

const SHOWN_MESSAGES = 3;

/** What the validator says: errors as errors, and warnings, such as those of the source's material, as warnings. */
export function Validation({ messages }: { messages: readonly ValidatorMessage[] }) {
  if (messages.length === 0)
    return <Line tone="ok">Checked by the glTF validator: no errors, no warnings.</Line>;
  return (["error", "warning"] as const).map((severity) => {
    const own = messages.filter((message) => message.severity === severity);
    if (own.length === 0) return null;
    const sentences = own.slice(0, SHOWN_MESSAGES).map(({ sentence }) => sentence);
    return (
      <Line key={severity} tone={severity === "error" ? "err" : "warn"}>
        {sentences.join(" ")}
      </Line>
    );
  });
}

/** A sentence for every compromise of the file, and the results of the checks. */
export function Compromises(props: CompromisesProps) {
  const { result, options, sequence, target, busy } = props;
  const rig = useDocument((state) => state.rig);
  const { clips, poses, shapes, format = "glb" } = options;
  const goingOut = { clips, poses, shapes, bones: rig?.bones.map(({ name }) => name) };
  const messages = result.validatorMessages;
  const losesShear = options.shear === "nearest" && rig?.boneKind === "affine" && isExportLossy(result);
  const correction = rig?.correction?.rank ?? 0;
  const losses = lossesOf(props);
  // A size target also took bones, influences or keys, which its own list names.
  const isOnlyBits = losses.length === 0 && result.verticesReduced === 0 && props.refine !== null;
  const losesBits = (options.compression ?? "none") !== "none" && isExportLossy(result);
  const isWhole =
    losses.length === 0 &&
    !losesBits &&
    !losesShear &&
    result.verticesReduced === 0 &&
    (correction === 0 || options.correction !== false);
  const isReadBack = format === "glb" || format === "fbx";
  return (
    <div className={busy ? `${css.list} ${css.busy}` : css.list}>
      <div className={textCss.strong}>Compromises</div>
      {(rig ? targetNotes(target, rig) : []).map((sentence) => (
        <Line key={sentence} tone="warn">
          {sentence} The Skeleton workspace finds a hierarchy.
        </Line>
      ))}
      {losesShear && (
        <Line tone="warn">
          A single node cannot shear, so shearing bones get the nearest rotation and scale. The error goes
          from {formatError(result.eRmsAsked)} to {formatError(result.eRmsInFile)}. Pairs of nodes avoid this
          if your engine supports scale above a bone.
        </Line>
      )}
      {result.verticesReduced > 0 && <FewerInfluences {...props} />}
      {[...losses, ...rigChanges(result, options, correction, formatError)].map((sentence) => (
        <Line key={sentence} tone="info">
          {sentence}
        </Line>
      ))}
      {losesBits && <Integers {...props} isAlone={isOnlyBits} />}
      {leftOut(sequence, format, goingOut).map((sentence) => (
        <Line key={sentence} tone="warn">
          {sentence}
        </Line>
      ))}
      {isWhole && <Line tone="ok">Nothing of the rig is lost.</Line>}
      {isReadBack && (
        <Line tone={isExportLossy(result) ? "info" : "ok"}>
          Read back: every vertex in all frames is within{" "}
          {within(result.largestAdded * sequence.metresPerUnit)}.
        </Line>
      )}
      {messages && <Validation messages={messages} />}
    </div>
  );
}
