import type { ReactNode } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import panelCss from "../../ui/layout/Panel.module.css";
import { FoldingPanel } from "./FoldingPanel";
import { SequenceHeading } from "./SequenceHeading";
import { type SheetTab, SheetTabs } from "./SheetTabs";
import { Sheet } from "./sheet";
import sheetCss from "./sheet.module.css";

interface WideLayoutProps {
  /** Prefix of the names of its panels. */
  name: string;
  inspector: ReactNode;
  /** Everything to the left of the inspector. */
  children: ReactNode;
}

/** A workspace without outliner and timeline in a wide window: its own panels, and the inspector on the right. */
export function WideLayout({ name, inspector, children }: WideLayoutProps) {
  return (
    <main className={panelCss.main}>
      <SequenceHeading />
      <Group id={`${name}-columns`} style={{ width: "100%" }}>
        <Panel id={`${name}-middle`} minSize={320}>
          {children}
        </Panel>
        <Separator className={panelCss.gutter} aria-label="Width of the inspector" />
        <FoldingPanel name="inspector" title="Inspector" size={312} min={280} max={520}>
          {inspector}
        </FoldingPanel>
      </Group>
    </main>
  );
}

interface SmallLayoutProps {
  views: ReactNode;
  tabs: readonly SheetTab[];
}

/** The layout below 1000 px: the views, and a sheet for everything else, which opens on its first tab. */
export function SmallLayout({ views, tabs }: SmallLayoutProps) {
  return (
    <main className={panelCss.main}>
      <SequenceHeading />
      <div className={`${sheetCss.stage} ${sheetCss.bare}`}>
        {views}
        <Sheet>
          <SheetTabs tabs={tabs} first={tabs[0].value} />
        </Sheet>
      </div>
    </main>
  );
}
