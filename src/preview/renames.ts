/**
 * Objects that are destroyed and created only because their address changes, as `netingress moves` pairs them. Pure.
 */

import { type Ambiguity, findMoves, type Move } from '../moves/find-moves';
import { movesFromPlan } from '../moves/read-plan';
import { findConversions, type Transfer } from '../moves/rule-sets';
import type { Obj } from '../objects/objects';
import { isUnknown } from '../values/known';
import { formatList, type Words } from '../values/words';
import type { Danger } from './dangers';
import type { StackOutcome } from './outcome';

type Stack = Pick<StackOutcome, 'name' | 'plan' | 'constructs'>;

/** The plans of all stacks are compared, because an object may move to another stack. */
export function findRenames(stacks: readonly Stack[]): Danger[] {
  const read = stacks.map(({ name, plan }) => movesFromPlan(plan ?? {}, name));
  const found = findMoves({
    before: read.flatMap(({ before }) => before),
    after: read.flatMap(({ after }) => after),
  });
  const commandFor = createCommandFor(stacks);
  return [
    ...found.moves.map((move) => describeMove(move, commandFor)),
    ...findConversions(found).map((conversion) => describeConversion(conversion, commandFor)),
    // One destroyed and one created object are ambiguous because values are unknown, so they may be different objects,
    // which is no danger. If their account is unknown, it is one.
    ...found.ambiguous
      .filter(({ from, to }) => from.length + to.length > 2 || from.some(({ place }) => isUnknown(place?.account)))
      .map((ambiguity) => describeAmbiguity(ambiguity, commandFor)),
  ];
}

type CommandFor = (instances: readonly Obj[]) => string;

/**
 * Without a plan, `netingress moves` reads what `cdktf synth` wrote, where stacks have constructs. Objects of modules
 * and of HCL are only in a plan. A plan has one stack, so for objects of several stacks the command is the one without.
 */
function createCommandFor(stacks: readonly Stack[]): CommandFor {
  const synthesized = new Set(stacks.filter(({ constructs }) => constructs.size > 0).map(({ name }) => name));
  return (instances) => {
    const isRead = instances.every(
      ({ place }) => synthesized.has(place?.stack ?? '') && !place?.address.startsWith('module.'),
    );
    const isAcross = new Set(instances.map(({ place }) => place?.stack)).size > 1;
    if (isRead || isAcross) return '`npx netingress moves`';
    return (
      '`NETINGRESS_PLAN_FOR_MOVES=1 terraform plan -out plan.bin` and `terraform show -json plan.bin | npx netingress ' +
      'moves --plan - --out moves.tf`'
    );
  };
}

function describeMove({ from, to }: Move, commandFor: CommandFor): Danger {
  const [before, after] = [placeOf(from), placeOf(to)];
  const isAcross = before.stack !== after.stack;
  const blocks = isAcross
    ? `the removed block for ${before.stack} and the import block for ${after.stack}`
    : `the moved block from ${before.address} to ${after.address}`;
  const created = isAcross ? `${after.address} of the stack ${after.stack}` : after.address;
  return toDanger(
    from,
    `${before.address} is destroyed and ${created} is created for the same object: only the address changes.`,
    `Run ${commandFor([from, to])}, which writes ${blocks}.`,
  );
}

function describeConversion({ from, to }: Transfer, commandFor: CommandFor): Danger {
  const created = to.map(({ instance }) => instance);
  return toDanger(
    from[0] as Obj,
    `${destroyedAndCreated(from, created)} for the same rules.`,
    `Run ${commandFor([...from, ...created])}, which writes removed and import blocks.`,
  );
}

function describeAmbiguity({ from, to }: Ambiguity, commandFor: CommandFor): Danger {
  return toDanger(
    from[0] as Obj,
    `${destroyedAndCreated(from, to)}, perhaps for the same objects.`,
    `Run ${commandFor([...from, ...to])}, which lists them and chooses none. Write their moved blocks by hand.`,
  );
}

/** Chosen: a message counts the addresses beyond these. */
const MAX_ADDRESSES = 5;

function destroyedAndCreated(from: readonly Obj[], to: readonly Obj[]): Words {
  const verb = (instances: readonly Obj[]): string => (instances.length === 1 ? 'is' : 'are');
  return `${listAddresses(from)} ${verb(from)} destroyed and ${listAddresses(to)} ${verb(to)} created`;
}

function listAddresses(instances: readonly Obj[]): string {
  return formatList(
    instances.map((object) => placeOf(object).address),
    MAX_ADDRESSES,
  );
}

/** Objects of `movesFromPlan` have a place. */
function placeOf({ place }: Obj): { readonly stack: string; readonly address: string } {
  return { stack: place?.stack ?? '', address: place?.address ?? '' };
}

function toDanger(object: Obj, message: string, remedy: string): Danger {
  const { kind, id, isNew } = object;
  const { stack, address } = placeOf(object);
  return {
    type: 'rename',
    message,
    remedy,
    account: null,
    object: { kind, id: isNew ? '' : id, name: address, address, path: null, stack },
    causes: [],
  };
}
