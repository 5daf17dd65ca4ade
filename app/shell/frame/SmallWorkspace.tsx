import { useEffect } from "react";
import { classNames } from "../../common/class-names";
import { useStores, useView } from "../../document/use-stores";
import { SequenceHeading } from "../../panels/frame/SequenceHeading";
import { Sheet } from "../../panels/frame/sheet";
import sheetCss from "../../panels/frame/sheet.module.css";
import panelCss from "../../ui/layout/Panel.module.css";
import type { PanelFace } from "../../workspaces/face";
import { useStrip } from "../faces";
import { WorkspaceViewport } from "./WorkspaceViewport";

/** The studio below 1000 px: the outliner and the inspector share one sheet at the bottom. */
export function SmallWorkspace({ face }: { face: PanelFace }) {
  const stores = useStores();
  const { Tabs } = face;
  const strip = useStrip();
  const isSplit = useView((view) => view.layout === "side-by-side");
  // Two views side by side would be too narrow, and small screens have no button to leave them.
  useEffect(() => {
    if (isSplit) stores.view.setState({ layout: "overlay" });
  }, [isSplit, stores.view.setState]);
  return (
    <main className={panelCss.main}>
      <SequenceHeading />
      <div className={sheetCss.stage}>
        <WorkspaceViewport face={face} small />
        <section className={classNames(panelCss.panel, sheetCss.strip)} aria-label={strip.title}>
          {strip.content(true)}
        </section>
        <Sheet>
          <Tabs />
        </Sheet>
      </div>
    </main>
  );
}
