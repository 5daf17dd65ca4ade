import type { SampleEntry } from "../../../workers/model/files/sample-entry";
import { reportError } from "../../document/session/report-error";
import type { Stores } from "../../document/stores";
import type { Opening } from "../open/opening";

const FOLDER = "samples/";

/** URL of a file in the folder of the samples' index. Relative to the page, so that the studio can be in any folder. */
export const sampleUrl = (file: string) => new URL(`${FOLDER}${file}`, document.baseURI).href;

/** The samples of this build; none if it has no index. */
export async function listSamples(): Promise<SampleEntry[]> {
  const response = await fetch(sampleUrl("index.json"));
  if (!response.ok || !response.headers.get("content-type")?.includes("json")) return [];
  return response.json();
}

export async function openSample(stores: Stores, opening: Opening, sample: SampleEntry): Promise<void> {
  try {
    const response = await fetch(sampleUrl(sample.file));
    if (!response.ok) throw new Error(`The server answered ${response.status} for ${sample.file}.`);
    await opening.openProject(await response.blob(), sample.name);
  } catch (error) {
    reportError(stores, error, `Opening the sample ${sample.name}`);
  }
}
