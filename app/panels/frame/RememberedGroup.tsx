import type { ReactNode } from "react";
import { Group, type Layout as Shares } from "react-resizable-panels";
import { recall, remember } from "../../common/remembered";

interface RememberedGroupProps {
  name: string;
  vertical?: boolean;
  children: ReactNode;
}

/** A group of panels that remembers how they share the space. */
export function RememberedGroup({ name, vertical = false, children }: RememberedGroupProps) {
  const stored = recall<Shares>(`layout.${name}`, {});
  return (
    <Group
      id={name}
      orientation={vertical ? "vertical" : "horizontal"}
      style={{ width: "100%" }}
      defaultLayout={Object.keys(stored).length > 0 ? stored : undefined}
      onLayoutChanged={(layout) => remember(`layout.${name}`, layout)}
    >
      {children}
    </Group>
  );
}
