import type { Studio } from "../../../actions/studio";
import { formatError } from "../../../common/format";
import { isCancel, reportError } from "../../../document/session/report-error";
import { toast } from "../../../document/session/toasts";
import { watched } from "../../../document/session/watched";
import { measuredAgain } from "../../../document/solve/measure-commands";

/** Measuring takes longer than this only for large sequences, which then get a card with the progress, ms. */
const CARD_AFTER = 300;

/** Measures the rig with its painted weights on all frames. A change of the rig in the meantime ends it. */
export async function measureAgain(studio: Studio): Promise<void> {
  const { sequence, rig, report } = studio.document.getState();
  if (!sequence || !rig || !report) return;
  const job = studio.client.measureRig({ sequence, rig });
  const stop = studio.document.subscribe((now) => {
    if (now.rig !== rig) job.cancel();
  });
  try {
    const measures = await watched(studio, "Measuring the rig", job, CARD_AFTER);
    const command = studio.document.getState().rig === rig ? measuredAgain(studio, measures) : null;
    if (!command) return;
    studio.history.run(command);
    toast(
      studio,
      `E_RMS ${formatError(measures.eRms)}`,
      `It was ${formatError(report.eRms)} before the weights changed.`,
    );
  } catch (error) {
    if (!isCancel(error)) reportError(studio, error, "Measuring the rig");
  } finally {
    stop();
  }
}
