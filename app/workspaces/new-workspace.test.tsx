import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it } from "vitest";
import { refusalOf } from "../actions/action-place";
import { createStores, type Stores } from "../document/stores";
import { StoresContext } from "../document/use-stores";
import { FacesContext, useFace, useFaces, useKeyHints, useStrip } from "../shell/faces";
import { actionsOf } from "../shell/palette/action-list";
import { toolsOf, WORKSPACES } from ".";
import type { PanelFace } from "./face";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

const tool = () => ({ hover: () => null, grab: () => null });

const DUMMY: PanelFace = {
  id: "trial",
  label: "Trial",
  icon: "layers",
  about: "Only exists to be registered.",
  refusal: () => null,
  actions: [{ id: "trial.start", label: "Trial", keys: ["Ctrl+Alt+R"], menu: ["Rig", 9], perform() {} }],
  tools: [tool],
  Inspector: () => "Fewer influences",
  Chrome: () => null,
  Tabs: () => null,
  useStrip: () => ({ title: "Steps", content: () => null }),
  useKeyHints: () => [["R", "reduces"]],
};

/** A new workspace needs one line in the list. */
const WITH_DUMMY = [...WORKSPACES, DUMMY];

function Shown() {
  const { Inspector = () => null } = useFace();
  const names = useFaces().map(({ label }) => label);
  return (
    <p>
      {names.join(", ")}; {useStrip().title}; {useKeyHints()?.join(" ")}; <Inspector />
    </p>
  );
}

describe("a new workspace in the list", () => {
  it("has its tab, strip, inspector and keys in the shell", () => {
    const page = renderToStaticMarkup(
      <StoresContext value={stores}>
        <FacesContext value={[DUMMY]}>
          <Shown />
        </FacesContext>
      </StoresContext>,
    );
    expect(page).toBe("<p>Trial; Steps; R,reduces; Fewer influences</p>");
  });

  it("has its actions in the menus, the key list and the palette, and an action for its tab", () => {
    const table = actionsOf(WITH_DUMMY);
    const start = table.of("trial.start");
    expect(table.ofMenu("Rig", "trial")).toContain(start);
    expect(table.ofMenu("Rig", "paint")).not.toContain(start);
    expect(table.inGroups(WITH_DUMMY).find(({ title }) => title === "In Trial")?.actions).toEqual([start]);
    expect(table.of("workspace.trial").label).toBe("Workspace: trial");
    stores.view.setState({ workspace: "solve" });
    expect(refusalOf(stores, start)).toBe("This is for the Trial workspace.");
  });

  it("has its tool in the viewport", () => {
    expect(toolsOf(WITH_DUMMY)).toContain(tool);
  });
});
