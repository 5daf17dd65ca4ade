import { SinewError } from "../../../workers/model/errors";
import noteCss from "../../ui/feedback/Note.module.css";
import { Icon } from "../../ui/icons/Icon";

/** What went wrong, where a result would stand. */
export function ErrorNote({ error }: { error: unknown }) {
  return (
    <div className={`${noteCss.note} ${noteCss.err}`}>
      <Icon name="error" />
      <span>{error instanceof SinewError ? error.message : String(error)}</span>
    </div>
  );
}
