export function buildEngine(outDir?: string): Promise<void>;
