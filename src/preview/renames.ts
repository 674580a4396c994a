/** Finds objects that are destroyed and created only because their address changes, as `netingress moves` pairs them. Pure. */
import { parseKindName } from '../model/naming';
import { formatList } from '../model/text';
import { type Ambiguity, findMoves, type Move, type Moves } from '../moves/find-moves';
import type { Instance } from '../moves/instances';
import { fromPlan } from '../moves/read-plan';
import { findConversions, type Transfer } from '../moves/rule-sets';
import type { Danger } from './dangers';
import type { StackOutcome } from './outcome';

/** The plans of all stacks are compared, because an object may move to another stack. */
export function findRenames(stacks: readonly Pick<StackOutcome, 'name' | 'plan'>[]): Danger[] {
  const read = stacks.map(({ name, plan }) => fromPlan(plan ?? {}, name));
  const found = findMoves({
    before: read.flatMap(({ before }) => before),
    after: read.flatMap(({ after }) => after),
    stacks: [],
  });
  return [
    ...found.moves.map(describeMove),
    ...describeConversions(found),
    // A group of two is one whose values are not all known, so it may be a different object.
    ...found.ambiguous.filter(({ from, to }) => from.length + to.length > 2).map(describeAmbiguity),
  ];
}

function describeMove({ from, to }: Move): Danger {
  const isAcross = from.stack !== to.stack;
  const blocks = isAcross
    ? `the removed block for ${from.stack} and the import block for ${to.stack}`
    : `the moved block from ${from.address} to ${to.address}`;
  const created = isAcross ? `${to.address} of the stack ${to.stack}` : to.address;
  return rename(
    from,
    `${from.address} is destroyed and ${created} is created for the same object: only the address changes.`,
    `Run ${commandFor([from, to])}, which writes ${blocks}.`,
  );
}

function describeConversions(found: Moves): Danger[] {
  return findConversions(found).flatMap(({ from, to }: Transfer): Danger[] => {
    const [first] = from;
    if (!first) return [];
    const created = to.map(({ instance }) => instance);
    const message = `${destroyedAndCreated(from, created)} for the same rules.`;
    const remedy = `Run ${commandFor([...from, ...created])}, which writes removed and import blocks.`;
    return [rename(first, message, remedy)];
  });
}

function describeAmbiguity({ from, to }: Ambiguity): Danger {
  return rename(
    from[0] as Instance,
    `${destroyedAndCreated(from, to)}, perhaps for the same objects.`,
    `Run ${commandFor([...from, ...to])}, which lists them and chooses none. Write their moved blocks by hand.`,
  );
}

/** Only a plan contains the resources of modules. */
function commandFor(instances: readonly Instance[]): string {
  return instances.some(({ address }) => address.startsWith('module.'))
    ? '`netingress moves --plan`'
    : '`netingress moves`';
}

const MAX_ADDRESSES = 5;

function destroyedAndCreated(from: readonly Instance[], to: readonly Instance[]): string {
  const verb = (instances: readonly Instance[]): string => (instances.length === 1 ? 'is' : 'are');
  return `${listAddresses(from)} ${verb(from)} destroyed and ${listAddresses(to)} ${verb(to)} created`;
}

function listAddresses(instances: readonly Instance[]): string {
  return formatList(
    instances.map(({ address }) => address),
    MAX_ADDRESSES,
  );
}

function rename({ stack, type, address, id = '' }: Instance, message: string, remedy: string): Danger {
  const kind = parseKindName(type) ?? type;
  return { type: 'rename', message, remedy, object: { kind, id, name: address, address, path: null, stack } };
}
