import { useMemo } from "react";
import type { ExceptionalVertices } from "../../../../workers/model/reduce/reduce-report";
import { cageOf } from "../../../../workers/model/rig/cage";
import type { Rig } from "../../../../workers/model/rig/rig";
import { useService } from "../../../actions/studio";
import { formatCount, formatLength, plural } from "../../../common/format";
import { influencesOf } from "../../../document/measure";
import { useDocument } from "../../../document/use-stores";
import { Swatch } from "../../../panels/bones/swatch";
import { Button } from "../../../ui/buttons/Button";
import { Section } from "../../../ui/layout/Section";
import { Row, RowName, RowValue } from "../../../ui/lists/Row";
import textCss from "../../../ui/text/text.module.css";
import { REDUCING } from "../runs/reducing";
import { useReduceQueue, useShownRun } from "./use-reduction";

/** Groups the exceptional vertices by their strongest bone, with the largest error of each group. */
function byBone({ weights }: Rig, { vertices, errors }: ExceptionalVertices) {
  const lists = new Map<number, { count: number; largest: number }>();
  vertices.forEach((vertex, n) => {
    const [strongest] = influencesOf(weights, vertex).sort((a, b) => b.weight - a.weight);
    const list = lists.get(strongest?.bone ?? 0) ?? { count: 0, largest: 0 };
    lists.set(strongest?.bone ?? 0, {
      count: list.count + 1,
      largest: Math.max(list.largest, errors[n]),
    });
  });
  return [...lists].sort((a, b) => b[1].largest - a[1].largest);
}

/** Lists the vertices whose error grew most, and offers one more influence for them. */
export function ExceptionalSection() {
  const reducing = useService(REDUCING);
  const { active } = useReduceQueue();
  const shown = useShownRun();
  const metres = useDocument(({ sequence }) => sequence?.metresPerUnit ?? 1);
  const exceptional = shown?.report?.exceptional;
  const lists = useMemo(
    () => (shown?.rig && exceptional ? byBone(shown.rig, exceptional) : []),
    [shown?.rig, exceptional],
  );
  if (!shown?.rig || !exceptional) return null;
  const count = exceptional.vertices.length;
  const isCage = cageOf(shown.rig) !== null;
  return (
    <Section
      name="reduce-exceptional"
      title="Exceptional vertices"
      end={count > 0 ? formatCount(count) : "none"}
    >
      {count === 0 && (
        <p className={textCss.secondary}>None: no vertex has a visible error of twice its former one.</p>
      )}
      {lists.map(([bone, { count: mine, largest }]) => (
        <Row key={bone}>
          <Swatch bone={bone} />
          <RowName title={shown.rig?.bones[bone]?.name}>{shown.rig?.bones[bone]?.name}</RowName>
          <RowValue>{plural(mine, "vertex", "vertices")}</RowValue>
          <RowValue>{formatLength(largest * metres)}</RowValue>
        </Row>
      ))}
      {count > 0 && !isCage && (
        <Button
          aria-disabled={active ? true : undefined}
          onClick={() => !active && reducing.relieve(shown.id)}
        >
          Add one influence
        </Button>
      )}
    </Section>
  );
}
