import type { Manual } from "./manual-nodes";

/** The manual. The build reads the pages of docs/ in place of this empty one (`site/manual/plugin.ts`). */
export const MANUAL: Manual = { pages: [], images: {} };
