export type ParameterValue = number | string | boolean;

/**
 * What a parameter needs to have an effect: a value of another parameter of the method, the method's own initialiser,
 * affine bones, or a limit of influences.
 */
export type ParameterNeed =
  | { parameter: string; is: ParameterValue }
  | { parameter: string; isNot: ParameterValue }
  | "own start"
  | "affine bones"
  | "few influences";

interface Common {
  /** Key in the method's parameters, and the name on the command line: `--set name=value`. */
  name: string;
  label: string;
  /** One sentence: what it does and when to change it. */
  help: string;
  /** Missing if it always has an effect. */
  needs?: ParameterNeed;
}

/** A parameter of a method in the studio and on the command line. The parameters' types are beside their fields. */
export type ParameterField =
  | (Common & {
      kind: "number";
      default: number;
      /** Ends of the slider, and the range of accepted values. */
      soft: readonly [number, number];
      hard: readonly [number, number];
      step: number;
      scale?: "log";
      unit?: string;
      /** Text shown for 0, such as "auto". */
      zero?: string;
    })
  | (Common & {
      kind: "choice";
      default: string;
      options: readonly { value: string; label: string }[];
    })
  | (Common & { kind: "check"; default: boolean });

/** The defaults of some fields, as an object. */
export function defaultsOf<T>(fields: readonly ParameterField[]): T {
  return Object.fromEntries(fields.map((field) => [field.name, field.default])) as T;
}
