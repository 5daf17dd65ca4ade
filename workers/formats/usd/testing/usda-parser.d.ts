declare module "three/examples/jsm/loaders/usd/USDAParser.js" {
  export class USDAParser {
    parseData(text: string): { specsByPath: Record<string, never> };
  }
}
