import type { SequenceMesh } from "../../mesh/streamed-sequence";
import { someOf } from "../../reports/some-of";

/** Names that programs give to sets without being asked. Nobody misses them. */
const BY_DEFAULT =
  /^(|default|(UVMap|map|UVChannel_|DiffuseUV|st|uv|Col|Color|colorSet|Attribute|Cd)[_.]?\d*)$/i;

/** Whether an artist gave a set its name. */
export const isGivenName = (name: string): boolean => !BY_DEFAULT.test(name);

/** A sentence about names of UV sets and colours, for a format without such names. */
export function setNamesLeftOut({ setNames }: SequenceMesh, a: string): string[] {
  const { uvs = [], colours = [] } = setNames ?? {};
  const names = [...uvs, ...colours].filter(isGivenName);
  return names.length > 0
    ? [`${a} numbers UV sets and colours. Their names are left out: ${someOf(names)}.`]
    : [];
}
