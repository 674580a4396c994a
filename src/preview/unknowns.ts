/** What the copy of an account cannot know. The list is part of every report. Pure. */

import { groupBy } from '../model/arrays';
import { displayName } from '../model/composites';
import type { PlanJson } from '../terraform/plan-json';
import type { Words } from '../values/words';
import type { PreviewOutcome } from './outcome';

export function findUnknowns(
  { accounts, stacks }: PreviewOutcome,
  {
    namedAddresses,
    limits,
  }: {
    readonly namedAddresses: readonly string[];
    readonly limits: Readonly<Record<string, number>>;
  },
): Words[] {
  const names = Object.keys(limits);
  const placeholders = accounts.flatMap((account) => account.placeholders);
  const owners = [...groupBy(placeholders, ({ kind }) => kind)].map(
    ([kind, { length }]) => `${length} ${displayName(kind, length)}`,
  );
  const hasOthers = stacks.some(({ plan }) =>
    plan?.resource_changes?.some(({ type, mode }) => mode === 'managed' && !type.startsWith('netingress_')),
  );
  return [
    names.length === 0
      ? 'Limits of the account: none was given with --limit.'
      : `Limits of the account other than ${names.join(', ')}.`,
    'Features of the subscription plan of the account.',
    'DNS records: certificate jobs are assumed to succeed at once.',
    'Cloud accounts of event destinations: deliveries are not attempted.',
    'Endpoints that are online: a domain that one uses can be deleted in the copy.',
    'What no gate judges: API keys, credentials, users, policies of agents, which upstream a request reaches, and bindings of Kubernetes.',
    'Changes that others make between this preview and the deployment.',
    ...(namedAddresses.length === 0
      ? ['Whether the change shuts a reviewer or the deployment out: no address was given with --address.']
      : []),
    ...(hasOthers
      ? ['Other providers that do not run for real: they keep their states, and updates return the planned values.']
      : []),
    ...stacks.flatMap(({ name, plan, assumed }) =>
      [...assumed, ...listRotations(plan ?? {})].map((line) => `${line}, in stack ${name}.`),
    ),
    ...(owners.length === 0
      ? []
      : [
          `Values of ${owners.join(', ')} that no list contains, such as secrets: the copy has placeholders, or no value.`,
        ]),
  ];
}

/** A resource of the provider `time` may be planned anew between the preview and the deployment. */
function listRotations({ resource_changes: changes = [] }: PlanJson): string[] {
  return changes.flatMap(({ type, address, change: { after } }) => {
    const end = (after as { readonly rotation_rfc3339?: unknown } | null)?.rotation_rfc3339;
    return type === 'time_rotating' && typeof end === 'string'
      ? [`What depends on ${address}, if the deployment is after ${end}: it has other values then`]
      : [];
  });
}
