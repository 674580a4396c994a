/**
 * Which deletions of a plan may be left undone, because Terraform may end with an error before them.
 *
 * The relatives of an object are what depended on it and what it depended on. Terraform deletes the object after it has
 * deleted what depended on it. It writes the relatives before the deletion with `create_before_destroy`, otherwise after
 * it. If the plan only deletes the object, it does not say which, so either may be.
 *
 * Resources of every provider count: the deletion of a `null_resource` may fail, too. Deposed objects do not count,
 * because a plan does not say what they depended on.
 *
 * Example: `netingress_ip_policy.old` is deleted, an endpoint that named it is updated to name
 * `netingress_ip_policy.new`, and a condition of `netingress_ip_policy.new` fails -> the endpoint is not updated, and
 * the old policy may be left with its rules.
 */

import { groupBy } from '../model/arrays';
import type { PlannedObjects } from '../objects/from-plan';
import { deletesFirst } from '../objects/objects';
import { stripInstanceKeys } from '../values/address';

type PlannedWrite = PlannedObjects['writes'][number];

interface Step {
  readonly write: PlannedWrite;
  /**
   * Each deletion is two steps, because either order is possible. `early deletion`: before the relatives are written.
   * `deletion`: after that; for a replacement that is deleted first, the same as `early deletion`.
   */
  readonly of: 'write' | 'deletion' | 'early deletion';
}

export interface DeletionOrder {
  /** Whether the apply may stop before the deletion of the object, or at it. */
  readonly mayBeLeft: (address: string) => boolean;
  /**
   * Whether the write may wait for the deletion of a relative that may be left. What waits for the write is not counted:
   * planned-presence.ts follows `waitsFor`. If of one resource it is not known what it depended on, whether another
   * write may fail.
   */
  readonly waitsForDeletion: (address: string) => boolean;
}

/** `mayStop`: whether the apply may stop before, at or right after the write of an address, for a reason of its own. */
export function createDeletionOrder(
  writes: readonly PlannedWrite[],
  mayStop: (address: string) => boolean,
): DeletionOrder {
  // If a plan does not say of one object what it depended on, no order is known.
  if (writes.some(({ dependedOn }) => dependedOn === undefined)) {
    const failing = writes.filter(({ address }) => mayStop(address));
    const anotherFails = (address: string): boolean => failing.some((each) => each.address !== address);
    return { mayBeLeft: (address) => mayStop(address) || anotherFails(address), waitsForDeletion: anotherFails };
  }
  const { steps, listBefore, listEarlyDeletions } = orderSteps(writes);
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

function orderSteps(writes: readonly PlannedWrite[]) {
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
  /** It is only deleted, or deleted before its replacement is created: not `create, delete`. */
  const isEarly = ({ actions }: PlannedWrite): boolean => deletesFirst(actions);
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
