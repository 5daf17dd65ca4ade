import type { Tool } from "../viewport/pointer/tool";
import { COMPARE } from "./compare/workspace";
import { DEFORM } from "./deform/workspace";
import type { WorkspaceFace } from "./face";
import { PAINT } from "./paint/workspace";
import { REDUCE } from "./reduce/workspace";
import { SKELETON } from "./skeleton/workspace";
import { SOLVE } from "./solve/workspace";

/** The workspaces, in the order of the work. */
export const WORKSPACES: readonly WorkspaceFace[] = [SOLVE, SKELETON, PAINT, DEFORM, REDUCE, COMPARE];

/** All tools of the viewport, in the order in which they get pointer events. */
export const toolsOf = (workspaces: readonly WorkspaceFace[]): Tool[] =>
  workspaces.flatMap(({ tools = [] }) => tools);
