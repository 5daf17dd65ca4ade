import * as Comlink from "comlink";
import { unwrap } from "../jobs/outcome";
import { SinewError } from "../model/errors";
import type { ProjectsDoor, StoreInput, StoreOutput } from "./projects-worker";
import { STORE_CALLS, type StoreCall } from "./store-calls";

type StoreMethods = { [K in StoreCall]: (...input: StoreInput<K>) => Promise<StoreOutput<K>> };

/** The projects in the browser, with the methods of ProjectStore. Every call ends, even if the worker dies. */
export type ProjectsClient = StoreMethods & {
  /** Whether this browser can store projects at all. */
  canStore(): Promise<boolean>;
};

interface Connection {
  door: Comlink.Remote<ProjectsDoor>;
  /** Rejects when the worker dies. */
  death: Promise<never>;
}

const spawnWorker = () =>
  new Worker(new URL("./projects-worker.ts", import.meta.url), { type: "module", name: "sinew-projects" });

/** @param spawn makes the worker; tests replace it. */
export function createProjectsClient(spawn: () => Worker = spawnWorker): ProjectsClient {
  let connection: Connection | null = null;

  function connect(): Connection {
    if (connection) return connection;
    const worker = spawn();
    const death = new Promise<never>((_, reject) => {
      const die = (event: Event) => {
        connection = null;
        worker.terminate();
        const why = (event as ErrorEvent).message?.replace(/^Uncaught /, "") || "Its worker crashed";
        reject(new SinewError({ title: "Projects could not be saved", body: `${why}. Sinew tries again.` }));
      };
      worker.addEventListener("error", die);
      worker.addEventListener("messageerror", die);
    });
    death.catch(() => {});
    connection = { door: Comlink.wrap<ProjectsDoor>(worker), death };
    return connection;
  }

  async function call<K extends StoreCall>(name: K, input: StoreInput<K>): Promise<StoreOutput<K>> {
    const { door, death } = connect();
    const answer = door.run(name, input) as Promise<Parameters<typeof unwrap<StoreOutput<K>>>[0]>;
    return unwrap(await Promise.race([answer, death]));
  }

  return {
    canStore: () => {
      const { door, death } = connect();
      return Promise.race([door.canStore(), death]);
    },
    ...(Object.fromEntries(
      STORE_CALLS.map((name) => [name, (...input: StoreInput<typeof name>) => call(name, input)]),
    ) as unknown as StoreMethods),
  };
}
