// Stops Zod from compiling its parsers from text. The content security policy forbids that, and the browser would
// report each attempt. Zod tries it when a schema is made, so every thread that uses Zod imports this file first.
import { config } from "zod";

config({ jitless: true });
