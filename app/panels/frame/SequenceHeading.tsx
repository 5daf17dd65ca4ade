import { useDocument } from "../../document/document";

/** The page's heading for those who hear it: what is open. */
export function SequenceHeading() {
  const name = useDocument((state) => state.sequence?.name);
  return <h1 className="sr">{name}</h1>;
}
