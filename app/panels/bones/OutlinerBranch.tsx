import { type ReactNode, useState } from "react";
import type { IconName } from "../../common/icon-names";
import { recall, remember } from "../../common/remembered";
import { Icon } from "../../ui/icons/Icon";
import { Row, RowName } from "../../ui/lists/Row";
import { TwistButton } from "../../ui/lists/TwistButton";
import textCss from "../../ui/text/text.module.css";

/** Whether a branch is open, and a function that toggles it. Remembered between sessions. */
export function useTwist(name: string, open: boolean): [boolean, () => void] {
  const [isOpen, setOpen] = useState(() => recall(`twist.${name}`, open));
  return [
    isOpen,
    () => {
      remember(`twist.${name}`, !isOpen);
      setOpen(!isOpen);
    },
  ];
}

interface BranchProps {
  name: string;
  icon: IconName;
  depth: number;
  strong?: boolean;
  open: boolean;
  onToggle(): void;
  end?: ReactNode;
}

/** A row of the outliner that can be opened. */
export function OutlinerBranch({ name, icon, depth, strong, open, onToggle, end }: BranchProps) {
  return (
    <Row style={{ paddingLeft: 6 + 18 * depth }}>
      <TwistButton open={open} aria-label={name} onClick={onToggle} />
      <Icon name={icon} />
      <RowName className={strong ? textCss.strong : undefined} title={name}>
        {name}
      </RowName>
      {end}
    </Row>
  );
}
