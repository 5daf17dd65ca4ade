import type { ReactNode } from "react";
import type { IconName } from "../../../common/icon-names";
import { Icon } from "../../../ui/icons/Icon";
import css from "./Compromises.module.css";

export type Tone = "warn" | "info" | "ok" | "err";
const TONES: Record<Tone, IconName> = { warn: "warn", info: "info", ok: "check", err: "error" };

/** A sentence with the sign of its kind. */
export function Remark({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <div className={tone === "info" ? css.line : `${css.line} ${css[tone]}`}>
      <Icon name={TONES[tone]} />
      <span>{children}</span>
    </div>
  );
}
