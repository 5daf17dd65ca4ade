import { SinewError } from "../../model/errors";

/** What is said of a glTF file that contradicts itself; `what` is whole sentences. */
export function damaged(name: string, what: string): SinewError {
  return new SinewError({
    title: `${name} is damaged`,
    body: `${what} Export it again from where it was made.`,
  });
}
