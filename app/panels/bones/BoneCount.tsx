import { formatCount, plural } from "../../common/format";
import type { BoneFigures } from "../../document/measure";
import textCss from "../../ui/text/text.module.css";

/**
 * The number of vertices that a bone moves more than any other: "214 vertices". For a bone that is never the strongest,
 * the number that it shares: "shares 214 vertices".
 */
export function movedWords({ vertices, shared }: BoneFigures, j: number): string {
  if (vertices[j] > 0) return plural(vertices[j], "vertex", "vertices");
  return shared[j] > 0 ? `shares ${plural(shared[j], "vertex", "vertices")}` : "moves nothing";
}

/** The number of vertices, for the narrow column of a list. */
export function MovedCount({ statistics, bone }: { statistics: BoneFigures; bone: number }) {
  const { vertices, shared } = statistics;
  if (vertices[bone] > 0) return formatCount(vertices[bone]);
  return (
    <span className={textCss.tertiary} title={movedWords(statistics, bone)}>
      {shared[bone] > 0 ? `shares ${formatCount(shared[bone])}` : "none"}
    </span>
  );
}
