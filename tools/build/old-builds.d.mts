export const USERS: string;
export function removeUnused(folder: string, current: string): void;
