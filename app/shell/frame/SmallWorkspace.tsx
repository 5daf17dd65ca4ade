import { useEffect, useState } from "react";
import { useView } from "../../document/view-state";
import { SequenceHeading } from "../../panels/frame/SequenceHeading";
import { Grab, HEIGHTS } from "../../panels/frame/sheet";
import type { PanelFace } from "../../workspaces/face";
import { useStrip } from "../faces";
import { WorkspaceViewport } from "./WorkspaceViewport";

/** The studio below 1000 px: outliner and inspector are one sheet at the bottom. */
export function SmallWorkspace({ face }: { face: PanelFace }) {
  const [level, setLevel] = useState(1);
  const { Tabs } = face;
  const strip = useStrip();
  const isSplit = useView((view) => view.layout === "side-by-side");
  // Two halves would be too narrow here, and no button stands for them.
  useEffect(() => {
    if (isSplit) useView.setState({ layout: "overlay" });
  }, [isSplit]);
  return (
    <main className="main">
      <SequenceHeading />
      <div className="stage">
        <WorkspaceViewport face={face} small />
        <section className="panel" aria-label={strip.title}>
          {strip.content(true)}
        </section>
        <section className={`panel sheet ${HEIGHTS[level]}`} aria-label="Panels">
          <Grab level={level} onLevel={setLevel} />
          <Tabs />
        </section>
      </div>
    </main>
  );
}
