/** What to do if an object cannot be deleted because another one names it. */

import type { AdviceNames } from '../values/diagnostic-cause';
import { formatList, type Words } from '../values/words';
import { getKind } from './kinds';
import { parseKindName } from './naming';
import { existsOnceByKey } from './replacement-order';
import { shellQuote } from './text';

export interface ServiceObjectId {
  readonly kind: string;
  readonly id: string;
}

export interface BlockedDelete {
  readonly type: string;
  /**
   * `replacement`: the same plan creates the object again at its address, after this delete. `removal`: any other
   * delete: the block was removed or renamed, `terraform destroy`, or the old object of a create before destroy.
   */
  readonly cause: 'removal' | 'replacement';
  readonly id: string;
  readonly users: readonly ServiceObjectId[];
  /** Argument of `terraform -chdir`; used if the `AdviceNames` have no folder. */
  readonly folder?: string | undefined;
}

/** Each can be followed without the others. The one with the least work is first: of a removal, a repeated destroy. */
export function listRemedies(deletion: BlockedDelete, names: AdviceNames): readonly Words[] {
  const { type, cause, id, users } = deletion;
  const user = listNames(users, names);
  if (cause === 'replacement' && existsOnceByKey(parseKindName(type) ?? '')) {
    return [
      `The service accepts only one ${type} of its name, so create_before_destroy does not help. If it is replaced because it ` +
        `is tainted or because of -replace, run ${formatUntaint(id, names)}, or leave -replace out.`,
      `Otherwise remove ${user} in an apply of its own first, and add it again in the apply that replaces the ${type}.`,
    ];
  }
  if (cause === 'replacement') {
    return [
      `Add lifecycle { create_before_destroy = true } to the ${type} and apply again: Terraform then creates the new one, ` +
        `updates ${user}, which must name the new one, and deletes the old one last.`,
      OTHER_STACK,
    ];
  }
  return [
    'If this was a terraform destroy, and this configuration also manages what names it, run the destroy again: what names it is deleted by then.',
    ...applyUsersFirst(deletion, names),
    'If the block of the object was only renamed, do none of this: run netingress moves before the apply, and nothing is deleted or created.',
    OTHER_STACK,
  ];
}

/** A user that another stack declares is left out. */
function applyUsersFirst({ users, ...deletion }: BlockedDelete, names: AdviceNames): Words[] {
  const { addressOf, addressElsewhere, folder = deletion.folder } = names;
  const here = users.filter(({ id }) => addressOf(id) !== undefined || addressElsewhere?.(id) === undefined);
  if (here.length === 0) return [];
  const addresses = here.flatMap(({ id }) => addressOf(id) ?? []);
  const target =
    addresses.length === here.length
      ? addresses.map((address) => `-target=${shellQuote(address)}`).join(' ')
      : `-target=ADDRESS ${here.length === 1 ? 'with the address of' : 'for each of'} ${listNames(here, names)} ` +
        `(${formatLookUp(here.map(({ id }) => id))})`;
  const inFolder = folder === undefined ? '' : ` Run each with terraform -chdir=${shellQuote(folder)}.`;
  return [
    `Otherwise run terraform apply ${target}, and then terraform apply: the first makes ` +
      `it name what the configuration says, the second deletes what is left.${inFolder}`,
  ];
}

/** At most {@link MAX_LISTED}, then the number of others. */
export function listNames(objects: readonly ServiceObjectId[], names: AdviceNames): Words {
  return formatList(
    objects.map((each) => nameObject(each, names)),
    MAX_LISTED,
  );
}

/** Its address, or `the IP policy ipp_1` if no folder has it. `kind` is one of the service. */
export function nameObject({ kind, id }: ServiceObjectId, { addressOf, addressElsewhere }: AdviceNames): Words {
  return addressOf(id) ?? addressElsewhere?.(id) ?? `the ${getKind(kind).title} ${id}`;
}

/** `terraform untaint netingress_domain.app`. */
export function formatUntaint(id: string, { addressOf }: AdviceNames): Words {
  const address = addressOf(id);
  return address === undefined
    ? `terraform untaint ADDRESS (${formatLookUp([id])})`
    : `terraform untaint ${shellQuote(address)}`;
}

/** Terraform passes no address to a provider, so the user has to look them up. */
function formatLookUp(ids: readonly string[]): Words {
  const commands = ids.map((id) => `terraform state list -id=${id}`);
  return `${formatList(commands, MAX_LISTED)} ${ids.length === 1 ? 'prints it' : 'print them'}`;
}

/** A choice: more names would hide the advice. */
const MAX_LISTED = 10;

const OTHER_STACK =
  'If another stack declares what names it, create the new object here, change the reference there, and delete the old ' +
  'object here last, each in an apply of its own.';
