import { ActionIcon } from "../../../actions/ActionButton";
import { Separator } from "../../../ui/layout/Separator";
import { ToolColumn } from "../../../ui/overlays/ToolColumn";
import css from "./SkeletonTools.module.css";

const TOOLS = ["bone-tool.select", "pose.rotate", "bone-tool.move", "bone-tool.extrude"];
const EDITS = ["bone.insert", "bone.split", "bone.merge", "bone.root"];

/**
 * The tools for bones and the edits of the selected one, in a column on the left. Small screens show only the tools, in
 * a row; edits are in the bone's menu.
 */
export function SkeletonTools({ small }: { small: boolean }) {
  return (
    <ToolColumn className={css.tools} asRow={small}>
      {TOOLS.map((id) => (
        <ActionIcon key={id} action={id} side={small ? "bottom" : "right"} />
      ))}
      <ActionIcon action="pose.reach" side={small ? "bottom" : "right"} />
      {!small && <Separator />}
      {!small && EDITS.map((id) => <ActionIcon key={id} action={id} side="right" />)}
    </ToolColumn>
  );
}
