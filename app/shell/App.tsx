import { CSPProvider } from "@base-ui/react/csp-provider";
import { Tooltip } from "@base-ui/react/tooltip";
import { type Studio, StudioContext } from "../actions/studio";
import { closeDialog } from "../document/session/dialogs";
import { StoresContext, useDocument, usePanels, useStores, useView } from "../document/use-stores";
import { EmptyStudio } from "../files/first-screen/EmptyStudio";
import { WaitingCard } from "../files/open/WaitingCard";
import { ConflictDialog } from "../files/projects/sharing/ConflictDialog";
import { CONFLICT } from "../files/projects/sharing/conflicts";
import { ViewportHost } from "../panels/viewport/viewport-seat";
import { useSmall } from "../ui/layout/use-layout";
import popupCss from "../ui/overlays/Popup.module.css";
import type { WorkspaceFace } from "../workspaces/face";
import css from "./App.module.css";
import { Boundary } from "./Boundary";
import { Dialogs } from "./Dialogs";
import { FacesContext, StopQuestions, useFace } from "./faces";
import { SmallWorkspace } from "./frame/SmallWorkspace";
import { WorkspaceLayout } from "./frame/WorkspaceLayout";
import { JobsDialog } from "./jobs/JobsButton";
import { ManualDialog } from "./manual/ManualDialog";
import { Palette } from "./palette/Palette";
import { StatusBar } from "./status-bar/StatusBar";
import { Toasts } from "./Toasts";
import { SmallTopBar, TopBar } from "./top-bar/TopBar";
import { WorkspaceTabs } from "./top-bar/WorkspaceTabs";

/** Shown while files are dragged over an open project. */
function DropVeil() {
  const shown = usePanels((panels) => panels.dragOver);
  const isOpen = useDocument((state) => state.sequence !== null);
  return shown && isOpen ? (
    <div className={css.dropVeil}>
      <span className={`${popupCss.popup} ${css.words}`}>Drop to open</span>
    </div>
  ) : null;
}

function OpenWorkspace({ small }: { small: boolean }) {
  const face = useFace();
  if (face.Layout) return <face.Layout small={small} overlay={<StopQuestions />} />;
  return small ? <SmallWorkspace face={face} /> : <WorkspaceLayout face={face} />;
}

function Page() {
  const stores = useStores();
  const isOpen = useDocument((state) => state.sequence !== null);
  const small = useSmall();
  const workspace = useView((view) => view.workspace);
  return (
    <Boundary what="The page">
      <ViewportHost>
        <div className={css.app} data-window={small ? "small" : "large"}>
          {small ? <SmallTopBar /> : <TopBar />}
          <Boundary what="This workspace" until={workspace}>
            {isOpen ? <OpenWorkspace small={small} /> : <EmptyStudio />}
          </Boundary>
          {small ? <WorkspaceTabs below /> : <StatusBar />}
        </div>
      </ViewportHost>
      <DropVeil />
      <WaitingCard />
      <Boundary what="The dialog" close={() => closeDialog(stores)}>
        <Dialogs />
      </Boundary>
      <Boundary what="The list of actions" close={() => stores.panels.setState({ paletteOpen: false })}>
        <Palette />
      </Boundary>
      <Boundary what="The dialog" close={() => stores.of(CONFLICT).setState({ conflict: null })}>
        <ConflictDialog />
      </Boundary>
      <Boundary what="The manual" close={() => stores.panels.setState({ manual: null })}>
        <ManualDialog />
      </Boundary>
      {small && <JobsDialog />}
      <Toasts />
    </Boundary>
  );
}

interface AppProps {
  studio: Studio;
  workspaces: readonly WorkspaceFace[];
}

export function App({ studio, workspaces }: AppProps) {
  return (
    <StudioContext value={studio}>
      <StoresContext value={studio}>
        <FacesContext value={workspaces}>
          {/* The page's policy forbids inline styles: base.css has the one that Base UI would insert. */}
          <CSPProvider disableStyleElements>
            <Tooltip.Provider timeout={300}>
              <Page />
            </Tooltip.Provider>
          </CSPProvider>
        </FacesContext>
      </StoresContext>
    </StudioContext>
  );
}
