import { ActionIcon } from "../../../actions/ActionButton";
import { Separator } from "../../../ui/layout/Separator";
import { useRoving } from "../../../ui/lists/roving";
import overlayCss from "../../../ui/overlays/Overlay.module.css";
import css from "./SkeletonTools.module.css";

const TOOLS = ["bone-tool.select", "pose.rotate", "bone-tool.move", "bone-tool.extrude"];
const EDITS = ["bone.insert", "bone.split", "bone.merge", "bone.root"];

/** The tools for bones, and what can be done with the selected one, in a column at the left, or in a row on small screens. */
export function SkeletonTools({ small }: { small: boolean }) {
  const roving = useRoving<HTMLDivElement>(":scope > button");
  return (
    <div
      {...roving}
      data-ui="bar"
      className={`${overlayCss.overlay} ${overlayCss.bar} ${css.tools}`}
      role="toolbar"
      aria-label="Tools"
      aria-orientation={small ? "horizontal" : "vertical"}
    >
      {TOOLS.map((id) => (
        <ActionIcon key={id} action={id} side={small ? "bottom" : "right"} />
      ))}
      <ActionIcon action="pose.reach" side={small ? "bottom" : "right"} />
      <Separator />
      {EDITS.map((id) => (
        <ActionIcon key={id} action={id} side={small ? "bottom" : "right"} />
      ))}
    </div>
  );
}
