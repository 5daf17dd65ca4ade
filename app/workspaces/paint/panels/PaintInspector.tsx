import { FIRST_BRUSH } from "../../../document/brush-settings";
import { shownRig } from "../../../document/document";
import { setPaint } from "../../../document/paint-settings";
import { useDocument, useStores, useView } from "../../../document/use-stores";
import { PanelHead } from "../../../panels/frame/PanelHead";
import { IconButton } from "../../../ui/buttons/IconButton";
import { Icon } from "../../../ui/icons/Icon";
import panelCss from "../../../ui/layout/Panel.module.css";
import { Tip } from "../../../ui/overlays/Tip";
import { BindSection } from "../../bind/panels/BindSection";
import { ConstraintSection } from "../../bind/panels/constraints/ConstraintSection";
import { ExemplarSection } from "../../bind/panels/exemplars/ExemplarSection";
import { JointSection } from "../../bind/panels/JointSection";
import { WeightReportSections } from "../../bind/panels/report/WeightReportSections";
import { SkeletonSection } from "../../skeleton/panels/SkeletonSection";
import { hasBrush, PAINT_TOOLS } from "../actions/paint-words";
import { BrushSection } from "./BrushSection";
import { MirrorSection } from "./mirror/MirrorSection";
import { SelectionSection } from "./selection/SelectionSection";
import { useBrush } from "./use-brush";

/** The values that a reset of the brush restores. Switches and reach stay. */
const { radius, strength, value, spacing, falloff } = FIRST_BRUSH;
const BRUSH = { radius, strength, value, spacing, falloff };

/**
 * All sections of the inspector; also shown in the sheet of small screens. While there are no weights, what finds them
 * comes first.
 */
export function PaintSections({ small = false }: { small?: boolean }) {
  const hasWeights = useDocument((state) => shownRig(state) !== null);
  return (
    <>
      <BrushSection small={small} />
      {hasWeights && <SelectionSection />}
      <MirrorSection />
      <SkeletonSection />
      <BindSection />
      {!hasWeights && <SelectionSection />}
      <WeightReportSections />
      <ConstraintSection />
      <ExemplarSection />
      <JointSection />
    </>
  );
}

/** Settings of the active tool, and settings for finding weights. */
export function PaintInspector() {
  const stores = useStores();
  const tool = useView((view) => view.paint.tool);
  const words = PAINT_TOOLS.find((one) => one.tool === tool);
  const painting = useBrush();
  return (
    <>
      <PanelHead
        title={hasBrush(tool) ? (painting ? "Brush" : "Bind") : (words?.label ?? "")}
        sub={painting ? words?.label : undefined}
        panel="inspector"
      >
        {painting && (
          <Tip title="Reset the brush">
            <IconButton aria-label="Reset the brush" onClick={() => setPaint(stores, BRUSH)}>
              <Icon name="restart" />
            </IconButton>
          </Tip>
        )}
      </PanelHead>
      <div className={panelCss.body}>
        <PaintSections />
      </div>
    </>
  );
}
