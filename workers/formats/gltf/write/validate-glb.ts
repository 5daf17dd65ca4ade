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
export async function validateGlb(bytes: Uint8Array): Promise<string[]> {
  let validator: typeof import("gltf-validator");
  try {
    validator = await import("gltf-validator");
  } catch {
    return ["The glTF validator could not be loaded, so the file was not checked."];
  }
  const { issues } = await validator.validateBytes(bytes, {
    format: "glb",
    maxIssues: 0,
    writeTimestamp: false,
  });
  const findings = (issues.messages as Finding[]).filter(
    ({ severity, code }) => severity <= 1 && !NO_FAULT.includes(code),
  );
  const sentences = findings
    .slice(0, MOST_FINDINGS)
    .map(({ message, pointer }) => (pointer ? `${message} (at ${pointer})` : message));
  if (findings.length > MOST_FINDINGS) sentences.push(`And ${findings.length - MOST_FINDINGS} more.`);
  return sentences;
}
