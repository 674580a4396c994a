/** CEL expressions and strings with CEL in them, as tagged templates. */
import { Fn, Token } from 'cdktf';
import { renderCelString } from '../../../model/cel/render';
import { renderCelLiteral } from '../shared/cel-literal';

/** An expression in CEL. {@link cel} and {@link secretOf} create one. */
export class Cel {
  constructor(
    /** The expression as it is in the policy. May contain tokens. */
    readonly expression: string,
  ) {}

  /** The expression inside a string: `${...}`. */
  toString(): string {
    return `\${${this.expression}}`;
  }
}

/** A string with CEL in it. {@link text} creates one. */
export class CelText {
  constructor(
    /** The string as it is in the policy. May contain tokens. */
    readonly text: string,
  ) {}

  toString(): string {
    return this.text;
  }
}

/** A value that {@link cel} inserts: other CEL, or a literal. Strings, numbers and lists may be tokens. */
export type CelOperand = Cel | string | number | boolean | readonly (string | number | boolean)[];

/**
 * An expression in CEL. Strings, numbers, booleans and lists are inserted as literals, a number that is a token as
 * `int("...")`. Other CEL is inserted as it is, in parentheses unless it is a name, or a call without parentheses in
 * its arguments. Backslashes are those of CEL:
 * `cel\`req.url.path.matches('^/v\\d+/')\``.
 */
export function cel(parts: TemplateStringsArray, ...values: readonly CelOperand[]): Cel {
  return new Cel(String.raw({ raw: parts.raw }, ...values.map(renderOperand)));
}

/** A name, or one call without parentheses in its arguments. Others may need parentheses, so they get them. */
const SINGLE_OPERAND = /^[\w.]+(?:\([^()]*\))?$/;

function renderOperand(value: CelOperand): string {
  if (value instanceof Cel) return SINGLE_OPERAND.test(value.expression) ? value.expression : `(${value.expression})`;
  if (typeof value === 'string') return renderCelLiteral(value);
  if (typeof value === 'number' && Token.isUnresolved(value)) return `int(${renderCelLiteral(Token.asString(value))})`;
  if (Array.isArray(value) && Token.isUnresolved(value)) return Fn.jsonencode(value);
  return Array.isArray(value) ? `[${value.map(renderOperand).join(', ')}]` : String(value);
}

/**
 * A string with CEL in it: `text\`Hello \${cel\`conn.geo.country\`}\``, which is `Hello ${conn.geo.country}`. Other
 * values are inserted as they are.
 */
export function text(parts: TemplateStringsArray, ...values: readonly (Cel | CelText | string | number)[]): CelText {
  return new CelText(String.raw({ raw: parts }, ...values.map(String)));
}

/** A secret: `Secret`, `DataNetingressSecret`, or an object with its name and the name of its vault. */
export interface ISecret {
  /** Name of the secret. */
  readonly name: string;
  /** Name of the vault that contains it. */
  readonly vaultName: string;
}

/**
 * The value of a secret, which the service reads when it evaluates the policy. The policy itself has only the names.
 */
export function secretOf(secret: ISecret): Cel {
  // The documentation of the service has single quotes. A token needs no escapes: the service refuses names with quotes
  // or backslashes.
  const literals = [secret.vaultName, secret.name].map((each) =>
    Token.isUnresolved(each) || SECRET_NAME.test(each) ? `'${each}'` : renderCelString(each),
  );
  return new Cel(`secrets.get(${literals.join(', ')})`);
}

const SECRET_NAME = /^[\w/.-]+$/;
