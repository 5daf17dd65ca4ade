import { useDocument } from "../../document/use-stores";
import textCss from "../../ui/text/text.module.css";

/** The page's heading for screen readers: the name of the open sequence. */
export function SequenceHeading() {
  const name = useDocument((state) => state.sequence?.name);
  return <h1 className={textCss.visuallyHidden}>{name}</h1>;
}
