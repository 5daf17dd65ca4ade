import { CSPProvider } from "@base-ui/react/csp-provider";
import { Tooltip } from "@base-ui/react/tooltip";
import { useDocument } from "../document/document";
import { useView } from "../document/view-state";
import { EmptyStudio } from "../files/EmptyStudio";
import { WaitingCard } from "../files/WaitingCard";
import { useSmall } from "../ui/use-layout";
import { Boundary } from "./Boundary";
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
  const workspace = useView((view) => view.workspace);
  return (
    <StudioContext value={studio}>
      {/* The page's policy takes no inline styles: the one that Base UI would put in is in dropdown.css. */}
      <CSPProvider disableStyleElements>
        <Tooltip.Provider timeout={300}>
          <Boundary what="Sinew’s page">
            <ViewportHost>
              <div className={small ? "app small" : "app"}>
                {small ? <SmallTopBar /> : <TopBar />}
                <Boundary what="This workspace" until={workspace}>
                  {isOpen ? <OpenWorkspace small={small} /> : <EmptyStudio />}
                </Boundary>
                {small ? <WorkspaceTabs below /> : <StatusBar />}
              </div>
            </ViewportHost>
            <DropVeil />
            <WaitingCard />
            <Boundary what="The dialog" close={() => useShell.setState({ dialog: null })}>
              <Dialogs />
            </Boundary>
            <Boundary what="The list of actions" close={() => useShell.setState({ paletteOpen: false })}>
              <Palette />
            </Boundary>
            <Toasts />
          </Boundary>
        </Tooltip.Provider>
      </CSPProvider>
    </StudioContext>
  );
}
