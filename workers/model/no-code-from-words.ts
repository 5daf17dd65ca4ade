// Zod makes its parsers faster by compiling them from text where it may. The content policy refuses that, and each try
// would be reported. Imported first by each thread that validates: schemas ask as they are made.
import { config } from "zod";

config({ jitless: true });
