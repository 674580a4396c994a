/** An adoption as Terraform configuration. */
import { getKind } from '../model/kinds';
import { commentLine } from './escape';
import type { Declaration, Secret, Section } from './expression';
import type { AdoptedFile, WriteOptions } from './files';
import { countOf, secretPurpose } from './labels';
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
  # Import blocks came with 1.5, values that are stored nowhere with 1.11.
  required_version = ">= 1.11"

  required_providers {
    netingress = {
      source  = ${hclString(providerAddress)}
      version = "~> ${version}"
    }
  }
}

# NETINGRESS_BASE_URL and NETINGRESS_API_KEY say where the service is and who asks.
provider "netingress" {}
`;
}

function sectionText({ kind, declarations }: Section): string {
  const title = `# ${countOf(declarations, kind)}: ${getKind(kind).doc.split('. ')[0]?.replace(/\.$/, '')}.`;
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
  return `# Have the next apply take over what exists. Delete this file after it.\n\n${blocks.join('\n')}`;
}

function variables(secrets: readonly Secret[]): string {
  const blocks = secrets.map((secret) => {
    const lines = assignments(
      [
        ['description', hclString(secretPurpose(secret))],
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
    '# Secrets, which the service never answers: set TF_VAR_<name> in the environment before an object is made again.\n' +
    '# What exists is imported without them.\n\n';
  return `${heading}${blocks.join('\n')}`;
}
