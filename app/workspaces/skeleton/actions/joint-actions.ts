import type { Action } from "../../../actions/action";
import { jointCosts } from "../../../document/skeleton/skeleton-facts";

/** Actions that show joints. */
export const JOINT_ACTIONS: Action[] = [
  {
    id: "view.joint-costs",
    label: "Show joint costs",
    icon: "heat",
    words: "error strict gap colour",
    help: "Colours each joint by the error that it adds at its bone, or by its gap if joints are soft.",
    menu: ["View", 2],
    refusal: ({ document }) =>
      jointCosts(document.getState()) ? null : "No joint has a known cost. Extract a skeleton first.",
    checked: ({ view }) => view.getState().showJointCosts,
    // On a surface that shows data, the colours of joints would be mistaken for those of the surface.
    perform: (studio) =>
      studio.view.setState(({ showJointCosts }) =>
        showJointCosts
          ? { showJointCosts: false }
          : { showJointCosts: true, showBones: true, shading: "clay" },
      ),
  },
];
