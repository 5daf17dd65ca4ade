import { EXPORT_TARGETS, type ExportTargetId } from "../../../workers/model/files/export/export-targets";
import { Button } from "../../ui/buttons/Button";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import textCss from "../../ui/text/text.module.css";
import css from "./ExportDialog.module.css";
import type { ExportParts } from "./export-parts";

interface ExportFootProps {
  parts: ExportParts;
  target: ExportTargetId;
  name: string;
  /** Whether the file can be saved now. */
  ready: boolean;
  rename(name: string): void;
  close(): void;
  save(): void;
}

/** The name of the file, and the buttons that save it or close the dialog. */
export function ExportFoot({ parts, target, name, ready, rename, close, save }: ExportFootProps) {
  return (
    <>
      <label className={css.fileName}>
        <Icon name="file" />
        <input aria-label="File name" value={name} onChange={(event) => rename(event.target.value)} />
        <span className={textCss.tertiary}>{parts.extension}</span>
      </label>
      <span className={layoutCss.grow} />
      <Button size="large" onClick={parts.cancel ?? close}>
        {parts.cancel ? "Cancel the export" : "Cancel"}
      </Button>
      <Button
        data-primary
        look={ready ? "primary" : undefined}
        size="large"
        aria-disabled={ready ? undefined : true}
        onClick={save}
      >
        {saveWords(parts, target)}
      </Button>
    </>
  );
}

function saveWords({ cancel, busy }: ExportParts, target: ExportTargetId): string {
  if (cancel) return "Writing…";
  if (busy) return "Measuring…";
  return target === "gltf" ? "Export" : `Export for ${EXPORT_TARGETS[target].title}`;
}
