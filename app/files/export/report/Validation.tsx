import type { ValidatorMessage } from "../../../../workers/model/files/export/export-options";
import { Remark } from "./Remark";

const SHOWN_MESSAGES = 3;

/** What the validator says: errors as errors, and warnings, such as those of the source's material, as warnings. */
export function Validation({ messages }: { messages: readonly ValidatorMessage[] }) {
  if (messages.length === 0)
    return <Remark tone="ok">Checked by the glTF validator: no errors, no warnings.</Remark>;
  return (["error", "warning"] as const).map((severity) => {
    const own = messages.filter((message) => message.severity === severity);
    if (own.length === 0) return null;
    const sentences = own.slice(0, SHOWN_MESSAGES).map(({ sentence }) => sentence);
    return (
      <Remark key={severity} tone={severity === "error" ? "err" : "warn"}>
        {sentences.join(" ")}
      </Remark>
    );
  });
}
