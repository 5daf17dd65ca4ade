import { useState } from "react";
import type { SurfaceMirror } from "../../../../../workers/geometry/mirror/surface-mirror";
import type { Rig } from "../../../../../workers/model/rig/rig";
import { useStudio } from "../../../../actions/studio";
import { plural } from "../../../../common/format";
import { useDocument, useStores } from "../../../../document/use-stores";
import { pairByHand } from "../../../../document/weights/mirror/mirror-settings";
import { partnersOf } from "../../../../document/weights/mirror/partners";
import { Dropdown } from "../../../../ui/choices/Dropdown";
import { Note } from "../../../../ui/feedback/Note";
import textCss from "../../../../ui/text/text.module.css";
import css from "./MirrorSection.module.css";

/** The bones with their partners on the other side, which can be changed. Several may have the same partner. */
export function PartnerList({ rig, mirror }: { rig: Rig; mirror: SurfaceMirror }) {
  const stores = useStores();
  const { history } = useStudio();
  const byHand = useDocument((state) => state.mirroring.pairs);
  const [open, setOpen] = useState(false);
  const { pairs: partner, lone } = partnersOf(rig, mirror, byHand);
  const alone = lone.reduce((sum, one) => sum + one, 0);
  const changed = new Set(byHand.flat());
  const isPair = (j: number) => partner[partner[j]] === j;
  const count = partner.reduce((sum, l, j) => sum + Number(l > j && isPair(j)), 0);
  const options = rig.bones.map(({ name }) => ({ value: name, label: name }));
  /** A bone is its own partner in the middle, and where none was found. */
  const optionsOf = (j: number) =>
    options.map((option, l) => (l === j ? { ...option, label: lone[j] ? "none found" : "itself" } : option));
  return (
    <>
      {alone > 0 && (
        <Note tone="warn" role="status">
          {`${plural(alone, "bone of one side has", "bones of one side have")} no partner. The other side keeps its weights there. Choose partners in the list, or mirror the rig first: Mirror bones, in the Rig menu.`}
        </Note>
      )}
      <button
        type="button"
        className={textCss.link}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >{`${open ? "Hide" : "Show"} ${plural(count, "pair")} of bones`}</button>
      {open && (
        <div className={css.pairs} role="group" aria-label="Pairs of bones" tabIndex={0}>
          {rig.bones.map(
            ({ name }, j) =>
              (partner[j] >= j || !isPair(j)) && (
                <div key={name} className={css.pair}>
                  <span className={`${textCss.secondary} ${textCss.ellipsis}`} title={name}>
                    {name}
                  </span>
                  <Dropdown
                    label={`Partner of ${name}`}
                    value={rig.bones[partner[j]].name}
                    changed={changed.has(name)}
                    options={optionsOf(j)}
                    onChange={(other) => history.run(pairByHand(stores, name, other))}
                  />
                </div>
              ),
          )}
        </div>
      )}
    </>
  );
}
