export function ensureEngine(root?: string, make?: (folder: string) => Promise<string[]>): Promise<string>;
