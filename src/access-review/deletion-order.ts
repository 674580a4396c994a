/**
 * Which deletions of a plan may not happen, because Terraform may end with an error before them.
 *
 * An object is deleted after the deletions of what depended on it. What depended on it, and what it depended on, is
 * written before the deletion with `create_before_destroy`, otherwise after it. If the plan only deletes the object, it
 * does not say which, so either may be.
 *
 * Example: `netingress_ip_policy.old` is deleted, an endpoint that named it is updated to name
 * `netingress_ip_policy.new`, and a condition of `netingress_ip_policy.new` fails -> the endpoint is not updated, and
 * the old policy may be left with its rules.
 */
import { groupBy } from '../model/arrays';
import type { PlannedObjects } from '../objects/from-plan';
import { stripInstanceKeys } from '../values/address';

type PlannedWrite = PlannedObjects['writes'][number];

interface Step {
  readonly write: PlannedWrite;
  /** `early deletion`: the deletion of an object whose relatives, see above, are written after it. */
  readonly of: 'write' | 'deletion' | 'early deletion';
}

export interface DeletionOrder {
  /** Whether the apply may stop before the deletion of the object, or at it. */
  readonly mayBeLeft: (address: string) => boolean;
  /** Whether the write may wait for the deletion of another object that may be left. */
  readonly waitsForDeletion: (address: string) => boolean;
}

/**
 * - `deletedFirst`: what is deleted before a replacement, and what is only deleted.
 * - `mayStop`: whether the apply may stop before, at or right after the write of an address, for a reason of its own.
 */
export function createDeletionOrder(
  writes: readonly PlannedWrite[],
  deletedFirst: readonly string[],
  mayStop: (address: string) => boolean,
): DeletionOrder {
  // If a plan does not say of one object what it depended on, no order is known.
  if (writes.some(({ dependedOn }) => dependedOn === undefined)) {
    const failing = writes.filter(({ address }) => mayStop(address));
    const anotherFails = (address: string): boolean => failing.some((each) => each.address !== address);
    return { mayBeLeft: (address) => mayStop(address) || anotherFails(address), waitsForDeletion: anotherFails };
  }
  const { steps, listBefore, listEarlyDeletions } = orderSteps(writes, new Set(deletedFirst));
  const pairs = steps.flatMap((step) => listBefore(step).map((before) => ({ before: keyOf(before), step })));
  const waiting = groupBy(pairs, ({ before }) => before);
  const stopped = new Set(steps.filter(({ write }) => mayStop(write.address)).map(keyOf));
  // A loop over a set also gets what is added meanwhile.
  for (const each of stopped) for (const { step } of waiting.get(each) ?? []) stopped.add(keyOf(step));
  const delayed = writes.filter((write) => listEarlyDeletions(write).some((each) => stopped.has(keyOf(each))));
  const delayedAddresses = new Set(delayed.map(({ address }) => address));
  return {
    mayBeLeft: (address) => stopped.has(`deletion ${address}`),
    waitsForDeletion: (address) => delayedAddresses.has(address),
  };
}

function keyOf({ write, of }: Step): string {
  return `${of} ${write.address}`;
}

function orderSteps(writes: readonly PlannedWrite[], deletedFirst: ReadonlySet<string>) {
  const byAddress = groupBy(writes, ({ address }) => address);
  const byResource = groupBy(writes, ({ address }) => stripInstanceKeys(address));
  const pairs = writes.flatMap((write) => (write.dependedOn ?? []).map((on) => ({ on, write })));
  const byDependency = groupBy(pairs, ({ on }) => on);
  const listDependents = ({ address }: PlannedWrite): PlannedWrite[] =>
    (byDependency.get(stripInstanceKeys(address)) ?? []).map(({ write }) => write);
  const listRelatives = (write: PlannedWrite): PlannedWrite[] => [
    ...listDependents(write),
    ...(write.dependedOn ?? []).flatMap((each) => byResource.get(each) ?? []),
  ];
  const isDeleted = ({ actions }: PlannedWrite): boolean => actions.includes('delete');
  const isWritten = ({ actions }: PlannedWrite): boolean => actions.join() !== 'delete';
  const isEarly = (write: PlannedWrite): boolean => isDeleted(write) && deletedFirst.has(write.address);
  const toSteps = (found: readonly PlannedWrite[], of: Step['of']): Step[] => found.map((write) => ({ write, of }));
  const listEarlyDeletions = (write: PlannedWrite): Step[] =>
    toSteps(listRelatives(write).filter(isEarly), 'early deletion');
  const listBefore = ({ write, of }: Step): Step[] => {
    const isReplacedEarly = isWritten(write) && isEarly(write);
    if (of === 'write')
      return [
        ...toSteps(
          write.waitsFor.flatMap((each) => byAddress.get(each) ?? []),
          'write',
        ),
        ...listEarlyDeletions(write),
        ...toSteps(isReplacedEarly ? [write] : [], 'deletion'),
      ];
    return [
      ...toSteps(listDependents(write).filter(isDeleted), 'deletion'),
      ...toSteps(of === 'deletion' && !isReplacedEarly ? listRelatives(write).filter(isWritten) : [], 'write'),
    ];
  };
  const deletions = writes.filter(isDeleted);
  const steps = [
    ...toSteps(writes, 'write'),
    ...toSteps(deletions, 'deletion'),
    ...toSteps(deletions, 'early deletion'),
  ];
  return { steps, listBefore, listEarlyDeletions };
}
