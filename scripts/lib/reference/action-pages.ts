/** Renders the reference pages of what only runs with Terraform: actions, and types that are ephemeral resources only. */
import { ACTIONS, ACTIONS_SINCE, type ActionType, actionType } from '../../../src/model/actions';
import { ipGrant } from '../../../src/model/grants/ip-grant';
import { pascalCase } from '../../../src/model/naming';
import { argumentTable, computedTable } from './attributes';
import { code, fence, page } from './markdown';
import type { Page } from './pages';

/** Arguments of the examples in both languages, by action. */
const EXAMPLES: Readonly<Record<string, { readonly hcl: string; readonly ts: string }>> = {
  verify_access: {
    hcl: '    ip_policy_ids = [netingress_ip_policy.office.id]\n    must_admit    = ["203.0.113.0/24"]',
    ts: "ipPolicyIds: ['ipp_3MP1dWp21ygmqzspWJTRd5B6460'], mustAdmit: ['203.0.113.0/24']",
  },
  access_reap: {
    hcl: '    ip_policy_ids = [netingress_ip_policy.office.id]',
    ts: "ipPolicyIds: ['ipp_3MP1dWp21ygmqzspWJTRd5B6460']",
  },
  credential_rotate: {
    hcl: '    name = "ci"\n    file = "ci.token"',
    ts: "name: 'ci', file: 'ci.token'",
  },
};

function actionSection(action: ActionType): string[] {
  const type = actionType(action);
  const className = pascalCase(action.name);
  const example = EXAMPLES[action.name];
  if (!example)
    throw new Error(`Missing example of the action ${action.name} in scripts/lib/reference/action-pages.ts`);
  return [
    `## ${type}`,
    action.doc,
    `- Construct: ${code(className)}\n- Command: ${code(action.command)}`,
    fence('text', `action "${type}" "example" {\n  config {\n${example.hcl}\n  }\n}`),
    fence(
      'ts',
      `import { ${className} } from 'netingress';\n\nnew ${className}(stack, '${action.name.replaceAll('_', '-')}', { terraformVersion: '>=${ACTIONS_SINCE}', ${example.ts} });`,
    ),
    argumentTable(action.attributes),
  ];
}

export function actionsPage(): Page {
  const about = `What Terraform ${ACTIONS_SINCE} and newer run before or after a change, or by \`-invoke\`.`;
  return {
    file: 'actions.md',
    title: 'Actions',
    about,
    text: page(
      '# Actions',
      `${about} OpenTofu has no actions; each has an equal command. See the [guide](../guides/actions.md) for triggers and failures.`,
      ...ACTIONS.flatMap(actionSection),
    ),
  };
}

/** Types without a managed resource. */
export function ephemeralOnlyPages(): Page[] {
  const { name, doc, attributes } = ipGrant;
  const className = `Ephemeral${pascalCase(name)}`;
  return [
    {
      file: `${name}.md`,
      title: `netingress_${name}`,
      about: 'Temporary access while Terraform runs. An ephemeral resource only.',
      text: page(
        `# netingress_${name}`,
        `${doc} Requires Terraform 1.10 or OpenTofu 1.11.`,
        `- Construct: ${code(className)}`,
        '## Example',
        fence(
          'hcl',
          `resource "netingress_ip_policy" "office" {\n  description = "Offices"\n}\n\nephemeral "netingress_${name}" "run" {\n  ip_policy_id = netingress_ip_policy.office.id\n  cidr         = "203.0.113.7"\n  reason       = "migration"\n}`,
        ),
        fence(
          'ts',
          `import { ${className} } from 'netingress';\n\nnew ${className}(stack, 'run', { ipPolicyId: 'ipp_3MP1dWp21ygmqzspWJTRd5B6460', cidr: '203.0.113.7', reason: 'migration' });`,
        ),
        '## Arguments',
        argumentTable(attributes),
        '## Attributes',
        computedTable(attributes),
      ),
    },
  ];
}
