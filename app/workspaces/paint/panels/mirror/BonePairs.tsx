import { useState } from "react";
import { bonePartners } from "../../../../../workers/geometry/mirror/bone-partners";
import type { SurfaceMirror } from "../../../../../workers/geometry/mirror/surface-mirror";
import type { Rig } from "../../../../../workers/model/rig/rig";
import { useStudio } from "../../../../actions/studio";
import { plural } from "../../../../common/format";
import { useDocument, useStores } from "../../../../document/use-stores";
import { pairByHand } from "../../../../document/weights/mirror/mirror-settings";
import { Dropdown } from "../../../../ui/choices/Dropdown";
import textCss from "../../../../ui/text/text.module.css";
import css from "./MirrorSection.module.css";

/** The bones with their partners on the other side, which can be changed. */
export function PartnerList({ rig, mirror }: { rig: Rig; mirror: SurfaceMirror }) {
  const stores = useStores();
  const { history } = useStudio();
  const byHand = useDocument((state) => state.mirroring.pairs);
  const [open, setOpen] = useState(false);
  const partner = bonePartners(rig.bones, mirror.plane, byHand);
  const changed = new Set(byHand.flat());
  const count = partner.reduce((sum, l, j) => sum + Number(l > j), 0);
  const options = rig.bones.map(({ name }) => ({ value: name, label: name }));
  return (
    <>
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
              partner[j] >= j && (
                <div key={name} className={css.pair}>
                  <span className={`${textCss.secondary} ${textCss.ellipsis}`} title={name}>
                    {name}
                  </span>
                  <Dropdown
                    label={`Partner of ${name}`}
                    value={rig.bones[partner[j]].name}
                    changed={changed.has(name)}
                    options={options}
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
