import type { ValuePath } from '../../../values/path';
import { re2 } from '../../cel/environment';
import { parseCidr } from '../../ip/cidr';
import { isObjectId } from '../../kind';
import { ipPolicy } from '../../resources/ip-policy';
import { clip, didYouMean } from '../../text';
import type { Phase, StringMember } from '../data/schema';
import { type InterpolationPart, splitInterpolation } from '../interpolation';
import { hasPlaceholder, PLACEHOLDER, splitPlaceholders } from '../terraform-template';
import { analyzeExpression, type ExpressionScope } from './expression';
import { fail, type PolicyCheck, warn } from './problem';

const ERROR_CODES = {
  expression: 2200,
  template: 2224,
  tooLong: 2221,
  enum: 2204,
  pattern: 2261,
  cidr: 2217,
  id: 2216,
};

/** An expression that contains a value of Terraform has only warnings: with the value it may be valid. */
export function checkExpression(
  check: PolicyCheck,
  path: ValuePath,
  expression: string,
  scope: Pick<ExpressionScope, 'phase' | 'use'>,
  errorCode: number = ERROR_CODES.expression,
): void {
  const { problems } = analyzeExpression(expression, { ...scope, variables: check.variables[scope.phase] });
  for (const { severity, problem, expected } of problems) {
    if (severity === 'error' && hasPlaceholder(expression)) continue;
    check.report({ path, severity, errorCode, problem: `'${shorten(expression)}' ${problem}`, expected });
  }
}

/** `req.host == "${…}"` for a value that is known later. */
function shorten(text: string): string {
  const parts = splitPlaceholders(text).map((part) => (typeof part === 'number' ? `\${…}` : part));
  return clip(parts.join(''));
}

/** Returns the parts, or undefined if an interpolation has no end. */
export function checkTemplate(
  check: PolicyCheck,
  path: ValuePath,
  text: string,
  phase: Phase,
): readonly InterpolationPart[] | undefined {
  const parts = splitInterpolation(text);
  if (!parts)
    return fail(check, path, ERROR_CODES.template, 'has an interpolation without its end', "'}' after each expression");
  for (const part of parts) {
    if ('expression' in part)
      checkExpression(check, path, part.expression, { phase, use: 'value' }, ERROR_CODES.template);
  }
  return parts;
}

export function checkStringMember(
  check: PolicyCheck,
  member: StringMember,
  value: string,
  path: ValuePath,
  phase: Phase,
): undefined {
  if (member.cel === 'expression') {
    const use = path.at(-1) === 'retry_condition' ? 'retry' : 'value';
    checkExpression(check, path, value, { phase, use });
    return;
  }
  const parts = member.cel === 'template' ? checkTemplate(check, path, value, phase) : [{ literal: value }];
  if (!parts) return;
  const isLiteral = parts.every((part) => 'literal' in part) && !hasPlaceholder(value);
  if (isLiteral) checkLiteral(check, member, value, path);
  if (member.format === 'credentials') checkCredentials(check, parts, path);
  else if (member.secret && isLiteral && value !== '') warnSecret(check, path);
}

/** Chosen: more values would hide the suggestion behind them. */
const MAX_LISTED_VALUES = 12;

function checkLiteral(check: PolicyCheck, member: StringMember, value: string, path: ValuePath): void {
  const report = member.uncertain ? warn : fail;
  const length = [...value].length;
  if (value === '' && member.required === true) fail(check, path, 2223, 'is empty', 'a value');
  if (member.maxLength !== undefined && length > member.maxLength)
    report(check, path, ERROR_CODES.tooLong, `has ${length} characters`, `at most ${member.maxLength}`);
  if (member.enum && !member.enum.includes(value)) {
    const values =
      member.enum.length > MAX_LISTED_VALUES ? 'a value that the service knows' : `one of ${member.enum.join(', ')}`;
    report(check, path, ERROR_CODES.enum, `is '${shorten(value)}'`, `${values}${didYouMean(value, member.enum)}`);
  }
  if (member.format === 'ascii' && /[^ -~]/.test(value))
    fail(check, path, ERROR_CODES.enum, 'has characters other than ASCII', 'printable ASCII');
  if (member.format === 'regular_expression') {
    const found = re2().re2Problem(value);
    if (found) fail(check, path, ERROR_CODES.pattern, found.problem, found.expected);
  }
  if (member.format === 'cidr') {
    const parsed = parseCidr(value);
    if ('problem' in parsed)
      fail(check, path, ERROR_CODES.cidr, `'${shorten(value)}' ${parsed.problem}`, parsed.expected);
  }
  if (member.reference === 'ip_policy') checkIpPolicyId(check, value, path);
}

function checkIpPolicyId(check: PolicyCheck, value: string, path: ValuePath): undefined {
  if (!isObjectId(ipPolicy, value))
    fail(check, path, ERROR_CODES.id, `is '${shorten(value)}'`, `the id of an IP policy (${ipPolicy.idPrefix}_...)`);
  else if (check.context.isConfiguration)
    warn(check, path, ERROR_CODES.id, `has the literal id '${value}'`, 'a reference to the IP policy');
}

/** Of `basic-auth`, as the documentation of the action says. */
const PASSWORD_LENGTH = { least: 8, most: 128 };

/** `user:password`: the colon is outside of CEL, unless one expression is the whole text. */
function checkCredentials(check: PolicyCheck, parts: readonly InterpolationPart[], path: ValuePath): undefined {
  if (parts.length === 1 && 'expression' in (parts[0] as InterpolationPart)) return;
  const text = parts.map((part) => ('literal' in part ? part.literal : PLACEHOLDER)).join('');
  const colon = text.indexOf(':');
  // A value of Terraform may contain the colon.
  if (colon < 0 && parts.some((part) => 'literal' in part && hasPlaceholder(part.literal))) return;
  if (colon < 0) return fail(check, path, 2257, 'has no colon', 'user:password');
  const password = text.slice(colon + 1);
  if (hasPlaceholder(password)) return;
  const length = [...password].length;
  if (length < PASSWORD_LENGTH.least || length > PASSWORD_LENGTH.most) {
    const expected = `${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters`;
    return fail(check, path, 2258, `has a password of ${length} characters`, expected);
  }
  warnSecret(check, path);
}

function warnSecret(check: PolicyCheck, path: ValuePath): undefined {
  const problem = 'has a literal secret, which every response, plan and state contains';
  warn(check, path, 2204, problem, `an expression such as \${secrets.get('vault', 'secret')}`);
}
