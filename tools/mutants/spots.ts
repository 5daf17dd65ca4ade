/** Finds where a source can be broken, with TypeScript's own parser. */
import ts from "typescript";

/** One small change of a source. */
export interface Spot {
  /** The replaced characters: offsets into the source. */
  start: number;
  end: number;
  before: string;
  after: string;
  /** The line number, from one, and the trimmed text of the line. */
  line: number;
  text: string;
  /** A file can have the same change on the same text more than once: this counts them from zero. */
  nth: number;
}

const OPERATORS: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: "<=",
  [ts.SyntaxKind.LessThanEqualsToken]: "<",
  [ts.SyntaxKind.GreaterThanToken]: ">=",
  [ts.SyntaxKind.GreaterThanEqualsToken]: ">",
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: "!==",
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: "===",
  [ts.SyntaxKind.PlusToken]: "-",
  [ts.SyntaxKind.MinusToken]: "+",
  [ts.SyntaxKind.AsteriskToken]: "/",
  [ts.SyntaxKind.SlashToken]: "*",
  [ts.SyntaxKind.PercentToken]: "*",
  [ts.SyntaxKind.PlusEqualsToken]: "-=",
  [ts.SyntaxKind.MinusEqualsToken]: "+=",
  [ts.SyntaxKind.AsteriskEqualsToken]: "/=",
  [ts.SyntaxKind.SlashEqualsToken]: "*=",
  [ts.SyntaxKind.AmpersandAmpersandToken]: "||",
  [ts.SyntaxKind.BarBarToken]: "&&",
  [ts.SyntaxKind.AmpersandToken]: "|",
  [ts.SyntaxKind.BarToken]: "&",
  [ts.SyntaxKind.LessThanLessThanToken]: ">>",
  [ts.SyntaxKind.GreaterThanGreaterThanToken]: "<<",
  [ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken]: ">>",
};

const CALLS: Record<string, string> = {
  "Math.min": "Math.max",
  "Math.max": "Math.min",
  "Math.floor": "Math.ceil",
  "Math.ceil": "Math.floor",
};

const isText = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** The text of an error is not a spot. Neither is the step of a counting loop, because the loop would never end. */
function isLeftAlone(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isThrowStatement(node) || ts.isImportDeclaration(node)) return true;
  const { parent } = node;
  return ts.isForStatement(parent) && parent.incrementor === node;
}

/**
 * Whether the number belongs to a −1 that means none: a result, a first value, or one of two choices if the other is
 * not a literal number. Code only checks its sign, so −2 means the same. Its sign is a spot.
 */
function standsForNone(node: ts.NumericLiteral): boolean {
  const minus = node.parent;
  if (node.text !== "1" || !ts.isPrefixUnaryExpression(minus)) return false;
  if (minus.operator !== ts.SyntaxKind.MinusToken) return false;
  const { parent } = minus;
  if (ts.isConditionalExpression(parent)) {
    const other = parent.whenTrue === minus ? parent.whenFalse : parent.whenTrue;
    return parent.condition !== minus && !ts.isNumericLiteral(other);
  }
  const isFill = ts.isCallExpression(parent) && /\.fill$/.test(parent.expression.getText());
  const isElse =
    ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken;
  const isFirst = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  return isFill || isElse || isFirst || ts.isReturnStatement(parent);
}

/** All spots of a source, in the order of the text. */
export function spotsOf(source: string, fileName = "source.ts"): Spot[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const lines = source.split("\n");
  const spots: Spot[] = [];
  const replace = (start: number, end: number, after: string) => {
    const { line } = file.getLineAndCharacterOfPosition(start);
    const before = source.slice(start, end);
    spots.push({ start, end, before, after, line: line + 1, text: lines[line].trim(), nth: 0 });
  };
  const look = (node: ts.Node): void => {
    if (node.parent && isLeftAlone(node)) return;
    if (ts.isBinaryExpression(node)) {
      const { left, operatorToken, right } = node;
      const after = OPERATORS[operatorToken.kind];
      const joinsText = operatorToken.kind === ts.SyntaxKind.PlusToken && (isText(left) || isText(right));
      if (after && !joinsText) replace(operatorToken.getStart(), operatorToken.end, after);
    } else if (ts.isPrefixUnaryExpression(node)) {
      const { operator, operand } = node;
      const drops = operator === ts.SyntaxKind.ExclamationToken || operator === ts.SyntaxKind.MinusToken;
      if (drops) replace(node.getStart(), operand.getStart(), "");
    } else if (ts.isNumericLiteral(node) && /^\d+$/.test(node.getText()) && !standsForNone(node)) {
      replace(node.getStart(), node.end, String(Number(node.text) + 1));
    } else if (ts.isCallExpression(node)) {
      const after = CALLS[node.expression.getText()];
      if (after) replace(node.expression.getStart(), node.expression.end, after);
    }
    ts.forEachChild(node, look);
  };
  look(file);
  spots.sort((a, b) => a.start - b.start);
  const seen = new Map<string, number>();
  for (const spot of spots) {
    const change = `${spot.text} ${spot.before} ${spot.after}`;
    spot.nth = seen.get(change) ?? 0;
    seen.set(change, spot.nth + 1);
  }
  return spots;
}

/** The source with one broken spot. The space keeps `a - -b` from becoming a decrement. */
export const broken = (source: string, { start, end, after }: Spot): string =>
  `${source.slice(0, start)}${after === "" ? " " : after}${source.slice(end)}`;
