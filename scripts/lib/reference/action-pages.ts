import { ACTIONS, ACTIONS_SINCE, type ActionType, actionType } from '../../../src/model/actions';
import { pascalCase } from '../../../src/model/naming';
import { argumentTable } from './attributes';
import { code, fence, page } from './markdown';
import type { Page, RegistryDocument } from './pages';

/** Arguments of the examples in both languages, by action. */
const EXAMPLES: Readonly<Record<string, { readonly hcl: string; readonly ts: string }>> = {
  verify_access: {
    hcl: '    ip_policy_ids = ["ipp_3MP1dWp21ygmqzspWJTRd5B6460"]\n    must_admit    = ["203.0.113.0/24"]',
    ts: "ipPolicyIds: ['ipp_3MP1dWp21ygmqzspWJTRd5B6460'], mustAdmit: ['203.0.113.0/24']",
  },
};

function actionDocument(action: ActionType): RegistryDocument {
  const type = actionType(action);
  const className = pascalCase(action.name);
  const example = EXAMPLES[action.name];
  if (!example)
    throw new Error(`Missing example of the action ${action.name} in scripts/lib/reference/action-pages.ts`);
  const parts = [
    action.doc,
    `- Construct: ${code(className)}\n- Command: ${code(action.command)}`,
    fence('hcl needs 1.14', `action "${type}" "example" {\n  config {\n${example.hcl}\n  }\n}`),
    fence(
      'ts',
      `import { ${className} } from 'netingress';\n\nnew ${className}(stack, '${action.name.replaceAll('_', '-')}', { terraformVersion: '>=${ACTIONS_SINCE}', ${example.ts} });`,
    ),
    argumentTable(action.attributes),
  ];
  return { folder: 'actions', name: action.name, title: type, about: `${action.title}.`, parts };
}

export function actionsPage(): Page {
  const about = `What Terraform ${ACTIONS_SINCE} and newer run before or after a change, or by \`-invoke\`.`;
  const documents = ACTIONS.map(actionDocument);
  return {
    file: 'actions.md',
    title: 'Actions',
    about,
    text: page(
      '# Actions',
      `${about} OpenTofu has no actions; each has an equal command. See the [guide](../guides/actions.md) for triggers and failures.`,
      ...documents.flatMap(({ title, parts }) => [`## ${title}`, ...parts]),
    ),
    documents,
  };
}
