/** Finds objects that are destroyed and created only because their address changes, as `netingress moves` pairs them. Pure. */
import { parseKindName } from '../model/naming';
import { formatList } from '../model/text';
import { type Ambiguity, findMoves, type Move } from '../moves/find-moves';
import type { Instance } from '../moves/instances';
import { fromPlan } from '../moves/read-plan';
import { findConversions, type Transfer } from '../moves/rule-sets';
import type { Danger } from './dangers';
import type { StackOutcome } from './outcome';

type Stack = Pick<StackOutcome, 'name' | 'plan' | 'constructs'>;

/** The plans of all stacks are compared, because an object may move to another stack. */
export function findRenames(stacks: readonly Stack[]): Danger[] {
  const read = stacks.map(({ name, plan }) => fromPlan(plan ?? {}, name));
  const found = findMoves({
    before: read.flatMap(({ before }) => before),
    after: read.flatMap(({ after }) => after),
  });
  const commandFor = createCommandFor(stacks);
  return [
    ...found.moves.map((move) => describeMove(move, commandFor)),
    ...findConversions(found).map((conversion) => describeConversion(conversion, commandFor)),
    // A group of two is one whose values are not all known, so it may be a different object.
    ...found.ambiguous
      .filter(({ from, to }) => from.length + to.length > 2)
      .map((ambiguity) => describeAmbiguity(ambiguity, commandFor)),
  ];
}

type CommandFor = (instances: readonly Instance[]) => string;

/** `netingress moves` reads what `cdktf synth` wrote, which has constructs. Only a plan contains modules and HCL. */
function createCommandFor(stacks: readonly Stack[]): CommandFor {
  const synthesized = new Set(stacks.filter(({ constructs }) => constructs.size > 0).map(({ name }) => name));
  return (instances) => {
    const isRead = instances.every(({ stack, address }) => synthesized.has(stack) && !address.startsWith('module.'));
    const isAcross = new Set(instances.map(({ stack }) => stack)).size > 1;
    return isRead || isAcross ? '`netingress moves`' : '`netingress moves --plan`';
  };
}

function describeMove({ from, to }: Move, commandFor: CommandFor): Danger {
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

function describeConversion({ from, to }: Transfer, commandFor: CommandFor): Danger {
  const created = to.map(({ instance }) => instance);
  return rename(
    from[0] as Instance,
    `${destroyedAndCreated(from, created)} for the same rules.`,
    `Run ${commandFor([...from, ...created])}, which writes removed and import blocks.`,
  );
}

function describeAmbiguity({ from, to }: Ambiguity, commandFor: CommandFor): Danger {
  return rename(
    from[0] as Instance,
    `${destroyedAndCreated(from, to)}, perhaps for the same objects.`,
    `Run ${commandFor([...from, ...to])}, which lists them and chooses none. Write their moved blocks by hand.`,
  );
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
  return {
    type: 'rename',
    message,
    remedy,
    account: null,
    object: { kind, id, name: address, address, path: null, stack },
    causes: [],
  };
}
