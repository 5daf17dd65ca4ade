import { selectVertices, vertexSelection } from "../../../document/vertices/vertex-selection";
import type { Tool } from "../../../viewport/pointer/tool";
import { RegionTool } from "../../../viewport/selecting/region-tool";

/** Selects vertices for clean-up with a line around them. */
export const selectionLasso: Tool = (context) =>
  new RegionTool(context, {
    kind: () => {
      const { workspace, reduce } = context.stores.view.getState();
      return workspace === "reduce" && reduce.lasso ? "lasso" : null;
    },
    isThrough: () => false,
    selected: () => vertexSelection(context.stores).vertices,
    select: (vertices) => {
      const command = selectVertices(context.stores, vertices);
      if (command) context.edits.run(command);
    },
  });
