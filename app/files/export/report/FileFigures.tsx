import type { ExportOptions, ExportResult } from "../../../../workers/client";
import { isWorthSaying } from "../../../../workers/model/files/export/export-options";
import type { SequenceMesh } from "../../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../../workers/model/rig/rig";
import { formatBytes, formatCount, formatError, formatLength } from "../../../common/format";
import { Bars } from "../../../ui/figures/Bars";
import { KeyValue, KeyValues } from "../../../ui/figures/KeyValues";
import textCss from "../../../ui/text/text.module.css";
import css from "./FileFigures.module.css";

interface FileFiguresProps {
  result: ExportResult;
  options: ExportOptions;
  sequence: SequenceMesh;
  rig: Rig;
  /** Whether another file is being measured. */
  busy: boolean;
}

/** Why the number of bones in the file differs from the rig's. */
function bonesNote({ bones, helped, merged }: ExportResult, own: number): string {
  if (helped > 0) return `helpers for ${formatCount(helped)}`;
  if (merged > 0) return `${formatCount(merged)} merged`;
  return bones > own ? `${formatCount(own)} and a root` : "";
}

/**
 * The size of the file as a share of the animation's positions, 32 bits per number. Shown only if the file is smaller.
 */
function CacheShare({ sequence, bytes }: { sequence: SequenceMesh; bytes: number }) {
  const times = Math.round((12 * sequence.vertexCount * sequence.frameCount) / bytes);
  return times > 1 && <span className={css.share}>1/{formatCount(times)} of the cache</span>;
}

/** Compares the error in the file with that of the rig in the studio, which options such as shapes can change. */
function errorNote({ eRmsNow, eRmsAsked, eRmsInFile }: ExportResult, playsShapes: boolean): string {
  const [now, inFile] = [eRmsNow, eRmsInFile].map(formatError);
  if (isWorthSaying(eRmsAsked - eRmsNow)) return `${playsShapes ? "bones alone" : "with correction"} ${now}`;
  return inFile === now ? "same as the rig" : `rig ${now}`;
}

/** The keys of the rig's curves, if the file has more or fewer of them: the angles of an FBX may need more. */
function keysNote({ before, after }: ExportResult["keys"]): string {
  if (after > before) return `${formatCount(before)} in the rig`;
  return after < before ? `of ${formatCount(before)}` : "";
}

/** The bone that has most of the vertex that the file moves most. */
function boneOfLargest({ largestAt }: ExportResult, { bones, weights }: Rig): string {
  if (!largestAt) return "";
  const [first, end] = weights.offsets.subarray(largestAt.vertex, largestAt.vertex + 2);
  let most = first;
  for (let e = first + 1; e < end; e++) if (weights.values[e] > weights.values[most]) most = e;
  return bones[weights.bones[most]].name;
}

/** The largest distance that the file adds, with its frame if there are several. */
function largestName({ largestAt }: ExportResult, { frameCount }: SequenceMesh): string {
  return largestAt && frameCount > 1 ? `Largest added in frame ${largestAt.frame + 1}` : "Largest added";
}

/** The largest kind of data comes first, and the rest last. */
const rank = (kind: string, bytes: number) => (kind === "other" ? 1 : -bytes);

/** Size, bones, error and keys of the file, and the parts of its size. */
export function FileFigures({ result, options, sequence, rig, busy }: FileFiguresProps) {
  const { keys, bones } = result;
  const { textures = 0, ...others } = result.bytesByKind;
  const kinds = Object.entries(others).sort(([a, x], [b, y]) => rank(a, x) - rank(b, y));
  const bytes = result.bytes.length - textures;
  const [size, unit] = formatBytes(bytes).split("\u00a0");
  const beside = result.beside.reduce((sum, one) => sum + one.bytes.length, 0);
  return (
    <div className={busy ? `${css.figures} ${css.busy}` : css.figures}>
      <div className={css.size} role="group" aria-label="Size">
        <span>{size}</span>
        <span className={textCss.secondary}>
          {unit}
          {textures > 0 && ` and ${formatBytes(textures)} of textures`}
          {beside > 0 && ` and ${formatBytes(beside)} of textures beside it`}
        </span>
        <CacheShare sequence={sequence} bytes={bytes} />
      </div>
      <KeyValues>
        <KeyValue name="Bones" value={formatCount(bones)} note={bonesNote(result, rig.bones.length)} />
        <KeyValue
          name="Influences"
          value={formatCount(options.influences)}
          note={result.verticesReduced > 0 ? `${formatCount(result.verticesReduced)} had more` : ""}
        />
        <KeyValue
          name="Error in the file"
          value={formatError(result.eRmsInFile)}
          note={errorNote(result, result.shapes.play)}
        />
        {result.between && (
          <KeyValue
            name="Between frames"
            value={formatError(result.between.inFile)}
            note={`matrices ${formatError(result.between.blended)}`}
          />
        )}
        <KeyValue
          name={largestName(result, sequence)}
          value={formatLength(result.largestAdded * sequence.metresPerUnit)}
          note={boneOfLargest(result, rig)}
        />
        {keys.before > 0 && <KeyValue name="Keys" value={formatCount(keys.after)} note={keysNote(keys)} />}
      </KeyValues>
      <Bars
        rows={kinds.map(([kind, own]) => ({
          name: kind[0].toUpperCase() + kind.slice(1),
          value: own,
          text: formatBytes(own),
        }))}
      />
    </div>
  );
}
