import { refuseCommand } from "../status";

/** How much something may add to the error: a share of it, or null for any amount. */
interface Cost {
  on: boolean;
  most: number | null;
}

/**
 * A flag for something that costs error: a part of the error such as "2%", "any", or "off".
 * @throws CommandError with what the flag takes.
 */
export function costFlag(name: string, text: string | undefined, byDefault: Cost): Cost {
  if (text === undefined) return byDefault;
  if (text === "off") return { on: false, most: byDefault.most };
  if (text === "any") return { on: true, most: null };
  const percent = /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(text)?.[1];
  if (percent === undefined) {
    return refuseCommand(
      `--${name} ${text} cannot be used`,
      'It takes a part of the error such as "2%", "any" or "off".',
    );
  }
  return { on: true, most: Number(percent) / 100 };
}
