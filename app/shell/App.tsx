import { Tooltip } from "@base-ui/react/tooltip";
import { useDocument } from "../document/document";
import { useView } from "../document/view-state";
import { EmptyStudio } from "../files/EmptyStudio";
import { WaitingCard } from "../files/WaitingCard";
import { useSmall } from "../ui/use-layout";
import { CompareWorkspace, SmallCompare } from "./CompareWorkspace";
import { Dialogs } from "./Dialogs";
import { Palette } from "./Palette";
import { SmallWorkspace } from "./SmallWorkspace";
import { StatusBar } from "./StatusBar";
import { useShell } from "./shell-state";
import { type Studio, StudioContext } from "./studio";
import { Toasts } from "./Toasts";
import { SmallTopBar, TopBar } from "./TopBar";
import { ViewportHost } from "./viewport-seat";
import { Workspace } from "./Workspace";
import { WorkspaceTabs } from "./WorkspaceTabs";

/** Files are being dragged over an open project. */
function DropVeil() {
  const shown = useShell((shell) => shell.dragOver);
  const isOpen = useDocument((state) => state.sequence !== null);
  return shown && isOpen ? (
    <div className="dropveil">
      <span className="pop">Let go to open</span>
    </div>
  ) : null;
}

function OpenWorkspace({ small }: { small: boolean }) {
  const isCompare = useView((view) => view.workspace === "compare");
  if (isCompare) return small ? <SmallCompare /> : <CompareWorkspace />;
  return small ? <SmallWorkspace /> : <Workspace />;
}

export function App({ studio }: { studio: Studio }) {
  const isOpen = useDocument((state) => state.sequence !== null);
  const small = useSmall();
  return (
    <StudioContext value={studio}>
      <Tooltip.Provider timeout={300}>
        <ViewportHost>
          <div className={small ? "app small" : "app"}>
            {small ? <SmallTopBar /> : <TopBar />}
            {isOpen ? <OpenWorkspace small={small} /> : <EmptyStudio />}
            {small ? <WorkspaceTabs below /> : <StatusBar />}
          </div>
        </ViewportHost>
        <DropVeil />
        <WaitingCard />
        <Dialogs />
        <Palette />
        <Toasts />
      </Tooltip.Provider>
    </StudioContext>
  );
}
