import { useEffect, useState } from "react";
import { targetOptions } from "../../../workers/model/files/export/export-targets";
import { isFiled, type OpenedSequence } from "../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../workers/model/rig/rig";
import { useStudio } from "../../actions/studio";
import { useDocument, useWork } from "../../document/use-stores";

/** The size is computed when the rig has not changed for this long. */
const DEBOUNCE_MS = 600;

interface Size {
  of: { sequence: OpenedSequence; rig: Rig };
  bytes: number;
}

/**
 * Size of the GLB that Export offers for the document's rig, in bytes. Null until it is known, during a solve, and if
 * the rig cannot be exported.
 */
export function useExportSize(): number | null {
  const { client } = useStudio();
  const sequence = useDocument((state) => state.sequence);
  const rig = useDocument((state) => state.rig);
  const solving = useWork((work) => work.solve !== null);
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    // It measures every frame, which would read the whole file after each edit.
    if (!sequence || !rig || solving || isFiled(sequence)) return;
    let stop = () => {};
    const timer = setTimeout(() => {
      const job = client.exportSize({ sequence, rig, options: targetOptions("gltf", sequence, rig) });
      stop = job.cancel;
      job.result.then(
        (bytes) => setSize({ of: { sequence, rig }, bytes }),
        // The export dialog says why a rig cannot be exported.
        () => {},
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, sequence, rig, solving]);
  return size && size.of.sequence === sequence && size.of.rig === rig ? size.bytes : null;
}
