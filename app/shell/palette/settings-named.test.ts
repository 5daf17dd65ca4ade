import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { settingRows } from "../../../workers/model/reports/diagnosis/setting-rows";
import { SOLVE_DEFAULTS } from "../../../workers/model/solve/solve-settings";
import { WEIGHT_SETTING_NAMES } from "../../document/binding/weight-settings-text";
import { DEFORM_NAMES } from "../../document/deform/deform-text";
import { WORKSPACES } from "../../workspaces";

/** The sources of the panels that may have a workspace's fields. */
const sourcesOf = (workspace: string): string =>
  [`app/workspaces/${workspace}`, "app/workspaces/bind", "app/workspaces/solve", "app/panels"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");

const TABLES: readonly string[] = [...Object.values(DEFORM_NAMES), ...Object.values(WEIGHT_SETTING_NAMES)];
const PARAMETERS = readdirSync("workers/model/solve/method-parameters")
  .map((file) => readFileSync(`workers/model/solve/method-parameters/${file}`, "utf8"))
  .join("\n");

describe("the settings that the palette finds", () => {
  it.each(WORKSPACES.map(({ id, settings = [] }) => [id, settings] as const))(
    "are fields of %s",
    (id, settings) => {
      const panels = sourcesOf(id);
      const missing = settings
        .map(({ label }) => label)
        .filter(
          (label) =>
            !panels.includes(`label="${label}"`) &&
            !TABLES.includes(label) &&
            !PARAMETERS.includes(`"${label}"`),
        );
      expect(missing).toEqual([]);
      expect(settings.length).toBeGreaterThan(3);
    },
  );
});

describe("the names of settings in a report", () => {
  const panels = sourcesOf("solve");
  const rows = settingRows({ ...SOLVE_DEFAULTS, local: true, correction: 2 });
  it.each(rows.map(([name]) => name))("%s is on screen", (name) => {
    expect(panels).toContain(`label="${name}"`);
  });
});
