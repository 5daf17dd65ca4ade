import { seek } from "../../../actions/everywhere/play-actions";
import { useStudio } from "../../../actions/studio";
import { shownReport } from "../../../document/solve/shown-report";
import { setSettings } from "../../../document/solve/solve-commands";
import { useDocument } from "../../../document/use-stores";
import { Note } from "../../../ui/feedback/Note";
import { Icon } from "../../../ui/icons/Icon";
import textCss from "../../../ui/text/text.module.css";
import { type HintPart, hintsFor } from "./hints";

/** Explains a disappointing result beside it. Each link acts at once. */
export function Hints() {
  const studio = useStudio();
  const report = useDocument(shownReport);
  const settings = useDocument((state) => state.settings);
  if (!report) return null;

  const act = (part: Exclude<HintPart, string>) => {
    if (part.frame !== undefined) seek(studio, part.frame);
    if (part.action) studio.perform(part.action);
    if (part.set) {
      studio.history.run(setSettings(studio, part.set));
      studio.perform("rig.solve");
    }
  };
  return hintsFor(report, settings).map((hint) => {
    const words = hint.parts.map((part) => (typeof part === "string" ? part : part.label)).join("");
    return (
      <Note tone={hint.kind === "warn" ? "warn" : undefined} inset key={words}>
        <Icon name={hint.kind === "warn" ? "warn" : "info"} />
        <span>
          {hint.parts.map((part) =>
            typeof part === "string" ? (
              part
            ) : (
              <button key={part.label} type="button" className={textCss.link} onClick={() => act(part)}>
                {part.label}
              </button>
            ),
          )}
        </span>
      </Note>
    );
  });
}
