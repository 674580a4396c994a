/** Checks the traffic policies of a construct at synth, as far as their values are known. */

import { type TerraformElement, TerraformStack } from 'cdktf';
import { schemeOfUrl } from '../../model/formats/endpoint-url';
import type { Attributes } from '../../model/kind';
import { camelCase } from '../../model/naming';
import type { PolicyContext, PolicyProblem } from '../../model/traffic-policy/check/problem';
import { SCHEMES } from '../../model/traffic-policy/data/schema';
import { trafficPolicies } from '../../model/traffic-policy/load';
import { readPolicyTemplate } from '../../model/traffic-policy/terraform-template';
import { listPolicyAttributes } from '../../model/validation/validate-traffic-policy';
import { formatPath } from '../../values/path';
import type { Words } from '../../values/words';
import type { Props } from '../render';
import { isTextValue } from '../text-value';
import { isResolvedString } from '../tokens';
import { warnAtSynth } from './warn-at-synth';

export function validatePolicies(construct: TerraformElement, attributes: Attributes, getProps: () => Props): void {
  const names = listPolicyAttributes(attributes).map(camelCase);
  if (names.length === 0) return;
  const find = (severity: PolicyProblem['severity']): string[] =>
    names.flatMap((name) => findProblems(name, getProps(), severity));
  construct.node.addValidation({ validate: () => find('error') });
  warnAtSynth(construct, () => [
    ...find('warning'),
    ...names.flatMap((name) => findUndeclaredSecrets(construct, name, getProps()[name])),
  ]);
}

function findProblems(name: string, props: Props, severity: PolicyProblem['severity']): string[] {
  const value = props[name];
  const text = readText(value);
  // `validateAtSynth` reports a value of a wrong type, and an empty string.
  if (text === undefined || text.trim() === '') return [];
  const { checkPolicyText } = trafficPolicies();
  const problems = checkPolicyText(text, contextOf(value, props));
  // `validateAtSynth` reports the errors of a text without templates, but without the scheme of a typed policy. Its
  // errors are not reported a second time.
  const attribute = String(value);
  const reported =
    severity === 'error' && isResolvedString(attribute) ? checkPolicyText(attribute, contextOf(attribute, props)) : [];
  const isReported = ({ path, errorCode }: PolicyProblem): boolean =>
    reported.some(
      (other) =>
        other.severity === severity && other.errorCode === errorCode && formatPath(other.path) === formatPath(path),
    );
  return [
    ...(severity === 'error' ? [...findTemplateMistakes(name, value), ...findSchemeConflict(name, value, props)] : []),
    ...problems
      .filter((problem) => problem.severity === severity && !isReported(problem))
      .map(({ path, problem, expected }) => {
        const where = path.length === 0 ? '' : `${formatPath(path)} `;
        return `${name}: ${where}${problem}; expected ${expected}`;
      }),
  ];
}

/**
 * The text with placeholders for what is known later. Undefined if its structure is known later, too, as that of
 * `${var.a}${var.b}`, or if the value is not a policy.
 */
function readText(value: unknown): string | undefined {
  if (isTextValue(value)) return value.checkedText;
  if (typeof value !== 'string') return undefined;
  const { text, expressions } = readPolicyTemplate(value);
  return expressions.length > 0 && !/[{[:]/.test(text) ? undefined : text;
}

interface TypedPolicy {
  readonly scheme?: PolicyContext['scheme'];
  readonly internal?: boolean;
}

function contextOf(value: unknown, { url }: Props): PolicyContext {
  const policy: TypedPolicy = isTextValue(value) ? (value as TypedPolicy) : {};
  const text = typeof url === 'string' ? url : '';
  const isInternal = policy.internal ?? /\.internal(:|$)/i.test(text);
  return { scheme: policy.scheme ?? readScheme(text), isInternal, isConfiguration: true };
}

function readScheme(url: string): PolicyContext['scheme'] {
  const scheme = schemeOfUrl(url);
  return SCHEMES.find((known) => known === scheme);
}

function findSchemeConflict(name: string, value: unknown, { url }: Props): string[] {
  const { scheme }: TypedPolicy = isTextValue(value) ? (value as TypedPolicy) : {};
  const actual = typeof url === 'string' ? readScheme(url) : undefined;
  if (!scheme || !actual || scheme === actual) return [];
  return [
    `${name}: is a policy for ${scheme}, and the endpoint has ${actual}; expected TrafficPolicy.for('${actual}')`,
  ];
}

/**
 * Finds CEL that Terraform would evaluate as its own expression: `${req.url}` and `${getReqHeader('X-Team')}` of a
 * string, by the names of CEL's variables and functions.
 */
function findTemplateMistakes(name: string, value: unknown): Words[] {
  if (typeof value !== 'string') return [];
  const mistake = readPolicyTemplate(value).expressions.find((expression) =>
    /^\s*((req|res|conn|vars|actions|secrets|endpoint|time)\b|(get|has)(Req|Res|Query)\w*\()/.test(expression),
  );
  if (mistake === undefined) return [];
  return [
    `${name}: contains \${${mistake}}, which Terraform would evaluate; expected $\${ for CEL. Use TrafficPolicy.fromText(), which escapes it`,
  ];
}

/** A secret that no stack of the app declares or reads may be missing. Only its name is compared, not its vault. */
function findUndeclaredSecrets(construct: TerraformElement, name: string, value: unknown): string[] {
  const text = readText(value);
  if (text === undefined) return [];
  const { secrets } = trafficPolicies().findPolicyReferences(text);
  if (secrets.length === 0) return [];
  const declared = TerraformStack.of(construct)
    .node.root.node.findAll()
    .filter((node) =>
      /^netingress_secrets?$/.test((node as { terraformResourceType?: string }).terraformResourceType ?? ''),
    )
    .map((node) => (node as { nameInput?: unknown }).nameInput);
  // A name that is known after apply may be any, and so may the names that DataNetingressSecrets reads.
  if (declared.some((secret) => typeof secret !== 'string' || !isResolvedString(secret))) return [];
  return secrets
    .filter(({ secret }) => !declared.includes(secret))
    .map(
      ({ vault, secret }) =>
        `${name}: reads the secret '${secret}' of the vault '${vault}', which no stack declares; expected a Secret construct, or DataNetingressSecret`,
    );
}
