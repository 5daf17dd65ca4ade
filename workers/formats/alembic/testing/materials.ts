/** Materials with any shaders, as AbcMaterial writes them. */
import { POD } from "../archive/pods";
import type { CompoundRecord } from "../write/archive-writer";
import {
  compound,
  materialCompound,
  type ShaderValues,
  shaderParameters,
  texts,
} from "../write/material-records";
import { scalar } from "../write/records";

/** A material with parameters for each shader, by "target.type". */
export const shaded = (shaders: Record<string, ShaderValues>): CompoundRecord =>
  materialCompound([
    ...Object.entries(shaders).map(([name, values]) => compound(`${name}.params`, shaderParameters(values))),
    texts(
      ".shaderNames",
      Object.keys(shaders).flatMap((name) => [name, "any shader"]),
    ),
  ]);

/** A material with a network of nodes. A link names a parameter and the node that its value comes from. */
export const networked = (
  nodes: Record<string, { values: ShaderValues; links?: Record<string, string> }>,
  terminals: Record<string, string>,
): CompoundRecord =>
  materialCompound([
    compound(
      ".nodes",
      Object.entries(nodes).map(([name, { values, links = {} }]) =>
        compound(name, [
          scalar("target", POD.string, 1, [["abc"]]),
          scalar("type", POD.string, 1, [["any type"]]),
          compound("params", shaderParameters(values)),
          ...(Object.keys(links).length > 0 ? [texts(".connections", Object.entries(links).flat())] : []),
        ]),
      ),
    ),
    texts(".terminals", Object.entries(terminals).flat()),
  ]);
