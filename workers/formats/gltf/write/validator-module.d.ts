declare module "gltf-validator" {
  export function validateBytes(
    data: Uint8Array,
    options: { format: "glb" | "gltf"; maxIssues: number; writeTimestamp: boolean },
  ): Promise<{ issues: { messages: unknown[] } }>;
}
