import ts from "typescript";
import { ICON_MEANINGS, type IconName } from "../../common/icon-names";

/** A place in the studio's sources that names an icon. */
export interface IconUse {
  icon: IconName;
  /** The id of the action, or the name of the enclosing declaration: "file.open", "SequenceTree", "pasteWeights". */
  place: string;
}

/**
 * Every icon that the studio names where TypeScript expects an `IconName`: in elements, actions, history steps, rows,
 * menus.
 */
export function iconsUsed(): IconUse[] {
  const { options, fileNames } = ts.getParsedCommandLineOfConfigFile("tsconfig/studio.json", {}, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
    },
  } as ts.ParseConfigFileHost)!;
  const host = ts.createCompilerHost(options);
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const program = ts.createProgram(fileNames, options, host);
  const checker = program.getTypeChecker();
  const uses: IconUse[] = [];
  const visit = (node: ts.Node) => {
    // Ask the checker only about names of icons, because any other text would not compile there.
    if (ts.isStringLiteral(node) && node.text in ICON_MEANINGS && isIcon(checker.getContextualType(node)))
      uses.push({ icon: node.text as IconName, place: placeOf(node) });
    node.forEachChild(visit);
  };
  for (const file of fileNames) visit(program.getSourceFile(file)!);
  return uses;
}

/** Whether a type is `IconName`, or an optional one. */
function isIcon(type: ts.Type | undefined): boolean {
  const all = type?.isUnion() ? type.types : [];
  const names = new Set(all.map((each) => (each.isStringLiteral() ? each.value : "")));
  return names.has("again") && names.has("x");
}

function placeOf(literal: ts.Node): string {
  let place = "";
  for (let node = literal; !ts.isSourceFile(node); node = node.parent) {
    const id = ts.isObjectLiteralExpression(node) && actionId(node);
    if (id) return id;
    if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) place = node.name?.text ?? place;
    else if (ts.isVariableStatement(node)) place = node.declarationList.declarations[0].name.getText();
  }
  return place;
}

/** The id in an object that describes an action. */
function actionId(object: ts.ObjectLiteralExpression): string | null {
  for (const property of object.properties) {
    if (!ts.isPropertyAssignment(property) || property.name.getText() !== "id") continue;
    if (ts.isStringLiteral(property.initializer) && property.initializer.text.includes("."))
      return property.initializer.text;
  }
  return null;
}
