import { Tooltip } from "@base-ui/react/tooltip";
import { useDocument } from "../document/document";
import { EmptyStudio } from "../files/EmptyStudio";
import { WaitingCard } from "../files/WaitingCard";
import { useSmall } from "../ui/use-layout";
import { Dialogs } from "./Dialogs";
import { Palette } from "./Palette";
import { SmallWorkspace } from "./SmallWorkspace";
import { StatusBar } from "./StatusBar";
import { useShell } from "./shell-state";
import { type Studio, StudioContext } from "./studio";
import { Toasts } from "./Toasts";
import { SmallTopBar, TopBar } from "./TopBar";
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

export function App({ studio }: { studio: Studio }) {
  const isOpen = useDocument((state) => state.sequence !== null);
  const small = useSmall();
  return (
    <StudioContext value={studio}>
      <Tooltip.Provider timeout={300}>
        <div className={small ? "app small" : "app"}>
          {small ? <SmallTopBar /> : <TopBar />}
          {!isOpen ? <EmptyStudio /> : small ? <SmallWorkspace /> : <Workspace />}
          {small ? <WorkspaceTabs below /> : <StatusBar />}
        </div>
        <DropVeil />
        <WaitingCard />
        <Dialogs />
        <Palette />
        <Toasts />
      </Tooltip.Provider>
    </StudioContext>
  );
}
