// Stops Zod from compiling its parsers from text. The content policy forbids that, and the browser would report each
// try. Every thread that uses Zod imports this file first, because Zod tries when a schema is made.
import { config } from "zod";

config({ jitless: true });
