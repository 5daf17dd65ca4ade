import { ViewportChrome } from "../panels/ViewportChrome";
import { Viewport } from "../viewport/viewport";
import { useStudio } from "./studio";

/** The picture and what floats over it. */
export function ViewportArea({ small = false }: { small?: boolean }) {
  const { viewport } = useStudio();
  return (
    <section className="vp" aria-label="Viewport">
      <Viewport handleRef={viewport} />
      <ViewportChrome small={small} />
    </section>
  );
}
