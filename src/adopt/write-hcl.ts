import { getKind } from '../model/kinds';
import type { AdoptedFile, WriteOptions } from './adoption';
import { commentLine } from './escape';
import {
  type Declaration,
  describeSecret,
  formatDeclarationCount,
  type SecretVariable,
  type Section,
} from './expression';
import { assignments, hclAttributes, hclString } from './print-hcl';

/** `versions.tf`, `main.tf`, `imports.tf`, and `variables.tf` where there are secrets. */
export function writeHcl(sections: readonly Section[], options: WriteOptions): AdoptedFile[] {
  const declarations = sections.flatMap((section) => section.declarations);
  const secrets = declarations.flatMap((each) => each.secrets);
  return [
    { path: 'versions.tf', text: versions(options) },
    { path: 'main.tf', text: `${sections.map(sectionText).join('\n')}` },
    { path: 'imports.tf', text: imports(declarations) },
    ...(secrets.length > 0 ? [{ path: 'variables.tf', text: variables(secrets) }] : []),
  ];
}

function versions({ version, providerAddress }: WriteOptions): string {
  return `terraform {
  # Import blocks require 1.5, ephemeral values 1.11.
  required_version = ">= 1.11"

  required_providers {
    netingress = {
      source  = ${hclString(providerAddress)}
      version = "~> ${version}"
    }
  }
}

# Configured by NETINGRESS_BASE_URL and NETINGRESS_API_KEY.
provider "netingress" {}
`;
}

function sectionText({ kind, declarations }: Section): string {
  const title = `# ${formatDeclarationCount(declarations, kind)}: ${getKind(kind).doc.split('. ')[0]?.replace(/\.$/, '')}.`;
  return `${title}\n\n${declarations.map(resource).join('\n')}`;
}

function resource({ resource: type, name, body, remarks }: Declaration): string {
  const comments = remarks.map((remark) => `# ${commentLine(remark)}\n`).join('');
  const lines = hclAttributes(body, 2);
  const block = lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`;
  return `${comments}resource "netingress_${type}" "${name}" ${block}\n`;
}

function imports(declarations: readonly Declaration[]): string {
  const blocks = declarations.map(({ resource: type, name, importId }) => {
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

function variables(secrets: readonly SecretVariable[]): string {
  const blocks = secrets.map((secret) => {
    const lines = assignments(
      [
        ['description', hclString(describeSecret(secret))],
        ['type', 'string'],
        ['default', 'null'],
        ['sensitive', 'true'],
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
