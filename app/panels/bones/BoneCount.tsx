import { formatCount, plural } from "../../common/format";
import { shownRig } from "../../document/document";
import type { BoneFigures } from "../../document/measure";
import { useDocument } from "../../document/use-stores";
import textCss from "../../ui/text/text.module.css";

const END = "marks the end of a bone";
const ENDS = "Marks the end of the bone above it, and moves nothing.";

/**
 * The number of vertices that a bone moves more than any other: "214 vertices". For a bone that is never the strongest,
 * the number that it shares: "shares 214 vertices".
 * @param isEnd whether it only marks the end of its parent's bone.
 */
export function movedWords({ vertices, shared }: BoneFigures, j: number, isEnd: boolean): string {
  if (vertices[j] > 0) return plural(vertices[j], "vertex", "vertices");
  return shared[j] > 0 ? `shares ${plural(shared[j], "vertex", "vertices")}` : isEnd ? END : "moves nothing";
}

/** What an end joint is, in a list. */
export const EndWord = () => (
  <span className={textCss.tertiary} title={ENDS}>
    end
  </span>
);

/** The number of vertices, for the narrow column of a list. */
export function MovedCount({ statistics, bone }: { statistics: BoneFigures; bone: number }) {
  const { vertices, shared } = statistics;
  const isEnd = useDocument((state) => shownRig(state)?.bones[bone]?.end === true);
  if (vertices[bone] > 0) return formatCount(vertices[bone]);
  if (isEnd && shared[bone] === 0) return <EndWord />;
  return (
    <span className={textCss.tertiary} title={movedWords(statistics, bone, false)}>
      {shared[bone] > 0 ? `shares ${formatCount(shared[bone])}` : "none"}
    </span>
  );
}
