/** What somebody has to know, and to supply, who goes on with what was adopted. */
import { ipPolicyRules } from '../model/composites';
import { displayName } from '../model/display-name';
import { getKind, tryFindKind } from '../model/kinds';
import { attributeAt } from '../model/natural-key';
import type { Adoption } from './build-adoption';
import type { Declaration } from './expression';
import type { WriteOptions } from './files';
import { countOf } from './labels';
import { STACK } from './write-typescript';

/** `README.md` of an output. */
export function writeReadme(adoption: Adoption, format: 'ts' | 'hcl', options: WriteOptions): string {
  const declarations = adoption.sections.flatMap((section) => section.declarations);
  return [
    '# Adopted configuration',
    `Written by netingress ${options.version} from what existed at the service:`,
    adoption.sections.map(({ kind, declarations: own }) => `- ${countOf(own, kind)}`).join('\n'),
    leftOut(adoption),
    '## Take it over',
    format === 'ts' ? stepsTs(declarations.length) : stepsHcl(declarations.length),
    ...checklist(declarations),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function leftOut({ derived, managed, older }: Adoption): string {
  const lines = [
    ...(managed > 0 ? [`- ${managed} managed by the states that were given`] : []),
    ...(older > 0 ? [`- ${older} older than asked for`] : []),
    ...derived.map(({ kind, id, reason }) => `- ${displayName(kind)} \`${id}\`, which ${reason}`),
  ];
  return lines.length === 0 ? '' : `Left out:\n\n${lines.join('\n')}`;
}

const environment = `export NETINGRESS_BASE_URL=…   # address of the service
export NETINGRESS_API_KEY=…    # a key that may read and change it`;

function stepsTs(count: number): string {
  return `\`\`\`sh
npm install
${environment}
npx cdktf diff ${STACK}      # expect: ${count} to import, 0 to add, 0 to change, 0 to destroy
npx cdktf deploy ${STACK}
\`\`\`

After the deployment the calls of \`importFrom\` have done their work; they can stay, or be taken out. The state is kept in a file here until you choose a [backend](https://developer.hashicorp.com/terraform/cdktf/concepts/remote-backends).`;
}

function stepsHcl(count: number): string {
  return `\`\`\`sh
npx netingress provider install
terraform init
${environment}
terraform plan     # expect: ${count} to import, 0 to add, 0 to change, 0 to destroy
terraform apply
\`\`\`

After the apply, \`imports.tf\` has done its work and can be deleted.`;
}

/** Nothing below is needed to take over what exists: only to make it again. */
function checklist(declarations: readonly Declaration[]): string[] {
  const secrets = declarations.flatMap((each) => each.secrets);
  const others = declarations.flatMap((each) =>
    each.unreadable.filter((path) => isWorthTelling(each, path)).map((path) => ({ each, path })),
  );
  const elsewhere = declarations.filter((each) => each.elsewhere.length > 0);
  const parts: string[] = [];
  if (secrets.length + others.length > 0) {
    parts.push(
      '## What nobody can read back',
      'The service never answers these values. What exists keeps them, and is taken over without them; supply them before an object has to be made again, for instance in another account.',
    );
  }
  if (secrets.length > 0) {
    const rows = secrets.map(
      ({ variable, path, of }) =>
        `- [ ] \`TF_VAR_${variable}\`: \`${path}\` of \`netingress_${of.resource}.${of.name}\``,
    );
    parts.push('In the environment:', rows.join('\n'));
  }
  if (others.length > 0) {
    const rows = others.map(
      ({ each, path }) => `- [ ] \`${path}\` of \`netingress_${each.resource}.${each.name}\`: ${remedy(each, path)}`,
    );
    parts.push('In the code, or elsewhere:', rows.join('\n'));
  }
  if (elsewhere.length > 0) {
    const rows = elsewhere.map(
      (each) => `- \`netingress_${each.resource}.${each.name}\`: ${each.elsewhere.map((id) => `\`${id}\``).join(', ')}`,
    );
    parts.push('## References by identifier', 'These refer to objects that are not declared here:', rows.join('\n'));
  }
  return parts;
}

/** Options of a key pair only matter for types that have them, and then they have a default. */
function isWorthTelling({ resource, body }: Declaration, path: string): boolean {
  const kind = tryFindKind(resource);
  const attribute = kind && attributeAt(kind.attributes, path);
  const { allowedOnlyWith } = attribute ?? {};
  if (!allowedOnlyWith) return true;
  const chosen = body.find(([name]) => name === allowedOnlyWith.attribute)?.[1];
  return chosen?.type === 'literal' && chosen.value === allowedOnlyWith.value;
}

function remedy({ resource }: Declaration, path: string): string {
  if (resource === ipPolicyRules.name) return '';
  const attribute = attributeAt(getKind(resource).attributes, path);
  if (attribute.readback === 'on-create')
    return 'an object that is made again has another one, to be handed to whoever uses it';
  return attribute.requiredOnCreate
    ? 'has to be given to make the object again'
    : 'if the default is not what it was made with';
}
