import { useStore, useStores } from "../../../../document/use-stores";
import { Segmented } from "../../../../ui/choices/Segmented";
import sectionCss from "../../../../ui/layout/Section.module.css";
import { FIT_DESK, type Half } from "../../runs/fit/fit-desk";

const HALVES: { value: Half; label: string }[] = [
  { value: "extract", label: "Extract" },
  { value: "fit", label: "Fit mine" },
];

/** Chooses between a skeleton that is extracted from the motion and one of the artist's own. */
export function HalfSwitch() {
  const stores = useStores();
  const half = useStore(FIT_DESK, (desk) => desk.half);
  return (
    <div
      className={`${sectionCss.section} ${sectionCss.plain}`}
      style={{ borderBottom: 0, paddingBottom: 0 }}
    >
      <Segmented
        label="Skeleton source"
        value={half}
        options={HALVES}
        onChange={(next) => stores.of(FIT_DESK).setState({ half: next })}
      />
    </div>
  );
}
