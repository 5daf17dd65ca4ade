// Parameters of methods in --set name=value.
import type { ParameterField, ParameterValue } from "../../model/solve/method-parameters/field";
import { refuseCommand } from "../status";

const TRUTHS: Record<string, boolean> = {
  true: true,
  yes: true,
  on: true,
  false: false,
  no: false,
  off: false,
};

/** The value of a parameter from its text; ends the command if it is invalid. */
export function parameterValue(field: ParameterField, text: string): ParameterValue {
  const cannot = (takes: string) =>
    refuseCommand(`--set ${field.name}=${text} cannot be used`, `It takes ${takes}.`);
  if (field.kind === "check") return TRUTHS[text.toLowerCase()] ?? cannot("true or false");
  if (field.kind === "choice") {
    const found = field.options.find(({ value }) => value === text);
    return found ? found.value : cannot(field.options.map(({ value }) => value).join(", "));
  }
  const [low, high] = field.hard;
  const isWhole = field.scale !== "log" && Number.isInteger(field.step) && Number.isInteger(field.default);
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (value >= low && value <= high && (!isWhole || Number.isInteger(value))) return value;
  return cannot(`a ${isWhole ? "whole " : ""}number from ${low} to ${high}`);
}

/** The two sides of name=value; ends the command if there are none. */
export function nameAndValue(text: string): [name: string, value: string] {
  const at = text.indexOf("=");
  if (at < 1) refuseCommand(`--set ${text} cannot be used`, "Write --set name=value.");
  return [text.slice(0, at).trim(), text.slice(at + 1)];
}
