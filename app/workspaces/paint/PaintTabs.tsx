import { shownRig } from "../../document/document";
import { useDocument, useView } from "../../document/use-stores";
import { SheetTabs } from "../../panels/frame/SheetTabs";
import textCss from "../../ui/text/text.module.css";
import { LayersPanel } from "./panels/layers/LayersPanel";
import { PaintSections } from "./panels/PaintInspector";
import { PaintOutliner } from "./panels/PaintOutliner";

/** Outliner and inspector of the Paint workspace on small screens. The names of the tabs depend on the active tool. */
export function PaintTabs() {
  const drawing = useView((view) => view.paint.tool === "skeleton");
  const bound = useDocument((state) => shownRig(state) !== null);
  const title = drawing ? "Skeleton" : "Brush";
  const brush = (
    <>
      <h2 className={textCss.visuallyHidden}>{title}</h2>
      <PaintSections small />
    </>
  );
  return (
    <SheetTabs
      first="brush"
      tabs={[
        {
          value: "influences",
          label: drawing || !bound ? "Bones" : "Influences",
          content: <PaintOutliner bare />,
        },
        ...(drawing || !bound ? [] : [{ value: "layers", label: "Layers", content: <LayersPanel /> }]),
        { value: "brush", label: title, content: brush },
      ]}
    />
  );
}
