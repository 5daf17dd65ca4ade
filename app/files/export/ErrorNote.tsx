import { SinewError } from "../../../workers/model/errors";
import noteCss from "../../ui/feedback/Note.module.css";
import { Icon } from "../../ui/icons/Icon";

/** Shows an error in the place of a result. */
export function ErrorNote({ error }: { error: unknown }) {
  return (
    <div className={`${noteCss.note} ${noteCss.err}`}>
      <Icon name="error" />
      <span>{error instanceof SinewError ? error.message : String(error)}</span>
    </div>
  );
}
