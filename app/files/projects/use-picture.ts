import { useEffect, useState } from "react";
import { useStudio } from "../../actions/studio";
import { useView } from "../../document/use-stores";

/**
 * The URL of a version's picture in the studio's theme; null until it is read, or if there is none.
 * @param version null shows no picture.
 */
export function usePicture(project: string, version: string | null): string | null {
  const { projects } = useStudio();
  const theme = useView((view) => view.theme);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    setUrl(null);
    if (version === null) return;
    let made: string | null = null;
    let gone = false;
    projects.picture(project, version, theme).then(
      (blob) => {
        if (!blob || gone) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      },
      () => {
        // The version was removed meanwhile.
      },
    );
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [projects, project, version, theme]);
  return url;
}
