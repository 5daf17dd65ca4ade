import { useService } from "../../../../actions/studio";
import { formatError } from "../../../../common/format";
import { selectBones } from "../../../../document/selection";
import { helpersInScene } from "../../../../document/skeleton/own-skeleton";
import { useDocument, useStores, useView, useWork } from "../../../../document/use-stores";
import { IconButton } from "../../../../ui/buttons/IconButton";
import { Icon } from "../../../../ui/icons/Icon";
import { Section } from "../../../../ui/layout/Section";
import { Row } from "../../../../ui/lists/Row";
import textCss from "../../../../ui/text/text.module.css";
import { FITTING } from "../../runs/fit/fitting";
import css from "./HelpersSection.module.css";

/** "−0.17", or "< 0.001" for tiny values. */
const takenWords = (takes: number): string => {
  const figure = formatError(Math.max(0, takes));
  return figure.startsWith("<") ? figure : `−${figure}`;
};

/** The helper bones, with the amount by which each reduced the error. */
export function HelpersSection() {
  const stores = useStores();
  const fitting = useService(FITTING);
  const rig = useDocument((state) => state.rig);
  const record = useDocument((state) => state.fitRecord);
  const selected = useView((view) => view.selectedBone);
  const running = useWork((work) => work.extraction !== null);
  const helpers = helpersInScene({ rig, fitRecord: record });
  if (!rig || helpers.length === 0) return null;
  return (
    <Section name="fit-helpers" title="Helpers" end="error reduced by">
      <div className={css.list} role="list" aria-label="Helper bones">
        {helpers.map(({ name, parent, takes }) => {
          const bone = rig.bones.findIndex((each) => each.name === name);
          return (
            <Row key={name} role="listitem" className={css.helper} selected={bone === selected}>
              <Icon name="bone" />
              <button type="button" className={css.name} onClick={() => selectBones(stores, [bone])}>
                {name} <span className={textCss.secondary}>on {parent}</span>
              </button>
              <span className={textCss.secondary}>{takenWords(takes)}</span>
              <IconButton
                aria-label={`Remove ${name}`}
                aria-disabled={running || undefined}
                title="Remove the helper and find weights again"
                onClick={() => !running && fitting.removeHelper(name)}
              >
                <Icon name="x" small />
              </IconButton>
            </Row>
          );
        })}
      </div>
    </Section>
  );
}
