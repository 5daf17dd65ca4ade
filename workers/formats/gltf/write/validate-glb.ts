import type { ValidatorMessage } from "../../../model/files/export/export-options";

/** One finding of the Khronos validator. Severity 0 is an error, 1 a warning, higher numbers are remarks. */
interface Finding {
  code: string;
  severity: number;
  message: string;
  pointer?: string;
}

const MOST_FINDINGS = 20;

/**
 * Findings that are not faults: a normal map without tangents. By the specification viewers compute them (MikkTSpace),
 * and engines do. The source had none either.
 */
const NO_FAULT = ["MESH_PRIMITIVE_GENERATED_TANGENT_SPACE"];

/**
 * The findings of the Khronos glTF validator for a GLB: a sentence for every error and warning; empty if there are
 * none. If the validator cannot be loaded, a single sentence reports that.
 */
export async function validateGlb(bytes: Uint8Array): Promise<ValidatorMessage[]> {
  let validator: typeof import("gltf-validator");
  try {
    validator = await import("gltf-validator");
  } catch {
    const sentence = "The glTF validator could not be loaded, so the file was not checked.";
    return [{ severity: "warning", sentence }];
  }
  const { issues } = await validator.validateBytes(bytes, {
    format: "glb",
    maxIssues: 0,
    writeTimestamp: false,
  });
  const findings = (issues.messages as Finding[]).filter(
    ({ severity, code }) => severity <= 1 && !NO_FAULT.includes(code),
  );
  // Errors come first, so none is left out before a warning, and the rest is as severe as its first.
  const messages = findings
    .sort((a, b) => a.severity - b.severity)
    .map(
      ({ severity, message, pointer }): ValidatorMessage => ({
        severity: severity === 0 ? "error" : "warning",
        sentence: pointer ? `${message} (at ${pointer})` : message,
      }),
    );
  const leftOut = messages.splice(MOST_FINDINGS);
  if (leftOut.length > 0) {
    messages.push({ severity: leftOut[0].severity, sentence: `And ${leftOut.length} more.` });
  }
  return messages;
}
