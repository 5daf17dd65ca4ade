import { useService } from "../../../../actions/studio";
import { BEFORE_FIT } from "../../../../document/skeleton/before-fit";
import { useStore } from "../../../../document/use-stores";
import { Segmented } from "../../../../ui/choices/Segmented";
import overlayCss from "../../../../ui/overlays/Overlay.module.css";
import { Tip } from "../../../../ui/overlays/Tip";
import { COMPARING_FIT } from "../../runs/fit/comparing-fit";

const OPTIONS = [
  { value: "before", label: "Before" },
  { value: "after", label: "After" },
] as const;

/** Switches between the fitted rig and the rig before the fit. */
export function BeforeAfter() {
  const comparing = useService(COMPARING_FIT);
  const { fitted, shown } = useStore(BEFORE_FIT, (state) => state);
  if (!fitted) return null;
  return (
    <Tip title="Before or after the fit" keys="\" body="Hold the key to see the rig before the fit.">
      <div data-ui="bar" className={overlayCss.bar}>
        <Segmented
          label="Before or after the fit"
          value={shown ? "before" : "after"}
          options={[...OPTIONS]}
          onChange={(value) => comparing.show(value === "before")}
        />
      </div>
    </Tip>
  );
}
