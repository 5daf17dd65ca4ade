import { Tabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import css from "./sheet.module.css";

export interface SheetTab {
  value: string;
  label: string;
  content: ReactNode;
}

/** Outliner, inspector and other panels of a workspace as tabs, for the sheet of small screens. */
export function SheetTabs({ tabs, first }: { tabs: readonly SheetTab[]; first: string }) {
  return (
    <Tabs.Root defaultValue={first} className={css.body}>
      <Tabs.List className={css.tabs}>
        {tabs.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, content }) => (
        <Tabs.Panel key={value} value={value} className={css.body}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
