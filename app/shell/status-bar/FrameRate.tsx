import { useEffect, useRef } from "react";
import { useStores } from "../../document/use-stores";

/** Frames per second while something moves. Updated without React. */
export function FrameRate() {
  const stores = useStores();
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let count = 0;
    let since = performance.now();
    let shown = 0;
    const stop = stores.view.subscribe(
      (view) => view.frame,
      () => {
        count++;
        const now = performance.now();
        if (now - since < 500) return;
        const rate = Math.round((1000 * count) / (now - since));
        if (stores.view.getState().playing && rate !== shown && text.current) {
          text.current.textContent = `${rate} frames/s`;
          shown = rate;
        }
        [count, since] = [0, now];
      },
    );
    const stopPlaying = stores.view.subscribe(
      (view) => view.playing,
      (playing) => {
        [count, since, shown] = [0, performance.now(), 0];
        if (!playing && text.current) text.current.textContent = "";
      },
    );
    return () => {
      stop();
      stopPlaying();
    };
  }, [stores.view.subscribe, stores.view.getState]);
  return <span ref={text} />;
}
