/** What an OBJ has besides points and faces, which no exported file has. */
import { someOf } from "../../model/reports/some-of";
import type { TextCursor } from "../source/text-cursor";

/** Statements of curves and surfaces (Wavefront, "Object Files", appendix B1). */
const FREE_FORM = new Set(["curv", "curv2", "surf"]);
/** Names of groups that programs write if the artist has none. */
const NO_GROUP = /^(default|off|none)?$/i;

export class ObjAsides {
  private readonly smoothing = new Set<string>();
  private readonly groups = new Set<string>();
  private hasPoints = false;
  private hasFreeForm = false;

  /** Reads a statement that is neither a point nor a face. The cursor is after its first word. */
  statement(word: string, cursor: TextCursor): void {
    if (word === "s" && this.smoothing.size < 2)
      this.smoothing.add(cursor.restOfLine().toLowerCase().replace("off", "0"));
    else if (word === "p") this.hasPoints = true;
    else if (FREE_FORM.has(word)) this.hasFreeForm = true;
  }

  /** A group of faces inside an object, which becomes one mesh. */
  groupIn(object: string, group: string): void {
    if (object !== "" && group !== object && !NO_GROUP.test(group)) this.groups.add(group);
  }

  /**
   * Sentences for the export.
   * @param hasNormals whether the file says itself where its surface is smooth.
   */
  lost(hasNormals: boolean): string[] {
    const isPartlySmooth = this.smoothing.size > 1 || this.smoothing.has("0");
    return [
      ...(this.groups.size > 0
        ? [`Groups of faces inside objects: ${someOf([...this.groups])}. Objects stay whole.`]
        : []),
      ...(isPartlySmooth && !hasNormals
        ? ["Smoothing groups: without normals in the file, the whole surface is smooth."]
        : []),
      ...(this.hasPoints ? ["Points that are drawn by themselves."] : []),
      ...(this.hasFreeForm ? ["Curves and surfaces without polygons."] : []),
    ];
  }
}
