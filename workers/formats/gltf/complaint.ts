import { SinewError } from "../../model/errors";

/**
 * The error for a glTF file that contradicts itself.
 * @param what whole sentences.
 */
export function damagedGltf(name: string, what: string): SinewError {
  return new SinewError({
    title: `${name} is damaged`,
    body: `${what} Export it again from where it was made.`,
  });
}
