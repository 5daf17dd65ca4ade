import { SinewError } from "../../../workers/model/errors";
import { Note } from "../../ui/feedback/Note";
import { Icon } from "../../ui/icons/Icon";

/** Shows an error instead of a result. */
export function ErrorNote({ error }: { error: unknown }) {
  return (
    <Note tone="err">
      <Icon name="error" />
      <span>{error instanceof SinewError ? error.message : String(error)}</span>
    </Note>
  );
}
