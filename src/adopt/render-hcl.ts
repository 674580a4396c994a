import { ipPolicyRules } from '../model/composites';
import { getKind } from '../model/kinds';
import { isCreatedFirst } from '../model/replacement-order';
import { oneLine } from '../model/text';
import type { AdoptedFile, Adoption, RenderOptions } from './adoption';
import {
  type AttributeReference,
  type Declaration,
  type DeclaredValue,
  describeSecret,
  formatDeclarationCount,
  type KindDeclarations,
  type SecretVariable,
} from './expression';
import { assignments, hclString, printHclAttributes } from './print-hcl';

export function renderHcl({ sections, accountObject }: Adoption, options: RenderOptions): AdoptedFile[] {
  const declarations = sections.flatMap((section) => section.declarations);
  const secrets = declarations.flatMap((declaration) => declaration.secrets);
  const ruleSets = findRuleSets(declarations);
  return [
    { path: 'versions.tf', text: renderVersions(options, accountObject) },
    { path: 'main.tf', text: sections.map((section) => renderSection(section, ruleSets)).join('\n') },
    { path: 'imports.tf', text: renderImports(declarations) },
    ...(secrets.length > 0 ? [{ path: 'variables.tf', text: renderVariables(secrets) }] : []),
  ];
}

function renderVersions(
  { version, providerAddress, profile = 'spec' }: RenderOptions,
  accountObject: string | undefined,
): string {
  const settings: [string, string][] = [
    ...(profile === 'spec' ? [] : [['profile', hclString(profile)] as [string, string]]),
    ...(accountObject === undefined ? [] : [['account_object', hclString(accountObject)] as [string, string]]),
  ];
  const warning =
    accountObject === undefined
      ? ''
      : ` Before other requests, the provider reads account_object:
# if the account of the key does not have it, nothing else is sent. Name another object before it is deleted.`;
  const body = settings.length === 0 ? '{}' : `{\n${assignments(settings, 2).join('\n')}\n}`;
  return `terraform {
  # Import blocks require Terraform 1.5, write-only attributes 1.11.
  required_version = ">= 1.11"

  required_providers {
    netingress = {
      source  = ${hclString(providerAddress)}
      version = "~> ${version}"
    }
  }
}

# Configured by NETINGRESS_BASE_URL and NETINGRESS_API_KEY.${warning}
provider "netingress" ${body}
`;
}

/** Names of the adopted sets of rules, by those of their policies. */
type RuleSets = ReadonlyMap<string, string>;

function findRuleSets(declarations: readonly Declaration[]): RuleSets {
  const names = new Map(
    declarations.filter(({ type }) => type === ipPolicyRules.name).map(({ importId, name }) => [importId, name]),
  );
  return new Map(
    declarations
      .filter(({ type }) => type === 'ip_policy')
      .flatMap(({ importId, name }) => {
        const ruleSet = names.get(importId);
        return ruleSet === undefined ? [] : [[name, ruleSet] as const];
      }),
  );
}

function renderSection({ kind, declarations }: KindDeclarations, ruleSets: RuleSets): string {
  const title = `# ${formatDeclarationCount(declarations, kind)}: ${getKind(kind).doc}`;
  return `${title}\n\n${declarations.map((each) => renderResource(each, ruleSets)).join('\n')}`;
}

function renderResource({ type, name, body, remarks }: Declaration, ruleSets: RuleSets): string {
  const comments = remarks.map((remark) => `# ${oneLine(remark)}\n`).join('');
  const attributes =
    type === ipPolicyRules.name ? body : body.map(([key, value]) => [key, afterRules(value, ruleSets)] as const);
  const lines = [
    ...printHclAttributes(attributes, 2),
    ...(isCreatedFirst(type) ? [...(body.length > 0 ? [''] : []), ...CREATED_FIRST] : []),
  ];
  const block = lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`;
  return `${comments}resource "netingress_${type}" "${name}" ${block}\n`;
}

const CREATED_FIRST = ['  lifecycle {', '    create_before_destroy = true', '  }'];

/**
 * Lets references to a policy wait for its rules: where an object is created anew, the service refuses an empty policy.
 */
function afterRules(expression: DeclaredValue, ruleSets: RuleSets): DeclaredValue {
  const refer = (reference: AttributeReference): AttributeReference => {
    const ruleSet = reference.to.type === 'ip_policy' ? ruleSets.get(reference.to.name) : undefined;
    return ruleSet === undefined
      ? reference
      : { type: 'reference', to: { type: ipPolicyRules.name, name: ruleSet }, attribute: 'ip_policy_id' };
  };
  switch (expression.type) {
    case 'reference':
      return refer(expression);
    case 'list':
      return { ...expression, items: expression.items.map((item) => afterRules(item, ruleSets)) };
    case 'policy':
      return { ...expression, parts: expression.parts.map((part) => (typeof part === 'string' ? part : refer(part))) };
    case 'object':
    case 'map':
      return { ...expression, members: expression.members.map(([key, value]) => [key, afterRules(value, ruleSets)]) };
    default:
      return expression;
  }
}

function renderImports(declarations: readonly Declaration[]): string {
  const blocks = declarations.map(({ type, name, importId }) => {
    const lines = assignments(
      [
        ['to', `netingress_${type}.${name}`],
        ['id', hclString(importId)],
      ],
      2,
    );
    return `import {\n${lines.join('\n')}\n}\n`;
  });
  return `# Imports the existing objects with the next apply. Delete this file afterwards.\n\n${blocks.join('\n')}`;
}

function renderVariables(secrets: readonly SecretVariable[]): string {
  const blocks = secrets.map((secret) => {
    const lines = assignments(
      [
        ['description', hclString(describeSecret(secret))],
        ['type', 'string'],
        ['default', 'null'],
        // The variable is ephemeral but not sensitive: the mark alone would be a change of an imported object.
        ['ephemeral', 'true'],
      ],
      2,
    );
    return `variable "${secret.variable}" {\n${lines.join('\n')}\n}\n`;
  });
  const heading =
    '# Secrets, which the service does not return. Set TF_VAR_<name> in the environment to recreate an object.\n' +
    '# Existing objects are imported without them.\n\n';
  return `${heading}${blocks.join('\n')}`;
}
