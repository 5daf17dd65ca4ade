// Sends beats as long as it lives, which is as long as the worker that started it.
import { BEAT } from "./pulse";

addEventListener("message", ({ ports: [port] }: MessageEvent) => {
  const beat = () => port.postMessage(null);
  beat();
  setInterval(beat, BEAT);
});
