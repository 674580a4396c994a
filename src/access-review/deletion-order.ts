/**
 * Which deletions of a plan may not happen, because Terraform may end with an error before them.
 *
 * An object is deleted after the deletions of what depended on it. What depended on it, or it depended on, and is only
 * updated, is written before the deletion with `create_before_destroy`, otherwise after it. The plan does not say which, if
 * it only deletes the object, so either may be.
 *
 * Example: `netingress_ip_policy.old` is deleted, an endpoint that named it is updated to name `netingress_ip_policy.new`,
 * and a condition of `netingress_ip_policy.new` fails -> the endpoint is not updated, and the old policy may be left with
 * its rules.
 */
import { groupBy } from '../model/arrays';
import { memoize } from '../model/memoize';
import type { PlannedObjects } from '../objects/from-plan';
import { stripInstanceKeys } from '../values/address';

type PlannedWrite = PlannedObjects['writes'][number];

interface Step {
  readonly address: string;
  /** `early deletion`: one after which what it is related to is written. */
  readonly of: 'write' | 'deletion' | 'early deletion';
}

export interface DeletionOrder {
  /** Whether the deletion of an object may wait for a write or deletion of another one that may fail. */
  readonly deletionMayWait: (address: string) => boolean;
  /** Whether a write may wait for the deletion of another object that may fail, or that may wait for what may fail. */
  readonly waitsForDeletion: (address: string) => boolean;
}

/** `deletedFirst`: what is deleted before a replacement, and what is only deleted. */
export function createDeletionOrder(
  writes: readonly PlannedWrite[],
  deletedFirst: readonly string[],
  mayFail: (address: string) => boolean,
): DeletionOrder {
  const byAddress = new Map(writes.map((write) => [write.address, write]));
  const byResource = groupBy(writes, ({ address }) => stripInstanceKeys(address));
  const pairs = writes.flatMap((write) => (write.dependedOn ?? [undefined]).map((on) => ({ on, write })));
  const pairsOf = groupBy(pairs, ({ on }) => on);
  /** If it is not known what a resource depended on, it may be any object. */
  const listDependents = ({ address }: PlannedWrite): PlannedWrite[] =>
    [stripInstanceKeys(address), undefined].flatMap((on) => (pairsOf.get(on) ?? []).map(({ write }) => write));
  const listRelated = (write: PlannedWrite): PlannedWrite[] => [
    ...listDependents(write),
    ...(write.dependedOn?.flatMap((each) => byResource.get(each) ?? []) ?? writes),
  ];
  const isDeleted = ({ actions }: PlannedWrite): boolean => actions.includes('delete');
  const isWritten = ({ actions }: PlannedWrite): boolean => actions.join() !== 'delete';
  const isEarly = ({ address }: PlannedWrite): boolean => deletedFirst.includes(address);
  const toStep =
    (of: Step['of']) =>
    ({ address }: PlannedWrite): Step => ({ address, of });
  const listEarlyDeletions = (write: PlannedWrite): Step[] =>
    listRelated(write)
      .filter((each) => isDeleted(each) && isEarly(each))
      .map(toStep('early deletion'));
  const listBefore = ({ address, of }: Step): Step[] => {
    const write = byAddress.get(address);
    if (!write) return [];
    const isReplacedEarly = isDeleted(write) && isWritten(write) && isEarly(write);
    if (of === 'write')
      return [
        ...write.waitsFor.map((each): Step => ({ address: each, of })),
        ...listEarlyDeletions(write),
        ...(isReplacedEarly ? [{ address, of: 'deletion' } as const] : []),
      ];
    return [
      ...listDependents(write).filter(isDeleted).map(toStep('deletion')),
      ...(of === 'deletion' && !isReplacedEarly ? listRelated(write).filter(isWritten).map(toStep('write')) : []),
    ];
  };
  const mayWait = (address: string, first: readonly Step[]): boolean => {
    const steps = [...first];
    const seen = new Set<string>();
    // A loop over an array also gets what is added meanwhile.
    for (const step of steps) {
      const key = `${step.of} ${step.address}`;
      if (step.address === address || seen.has(key)) continue;
      if (mayFail(step.address)) return true;
      seen.add(key);
      for (const each of listBefore(step)) steps.push(each);
    }
    return false;
  };
  return {
    deletionMayWait: memoize(Number.POSITIVE_INFINITY, (address: string) =>
      mayWait(address, listBefore({ address, of: 'deletion' })),
    ),
    waitsForDeletion: memoize(Number.POSITIVE_INFINITY, (address: string) => {
      const write = byAddress.get(address);
      return write !== undefined && mayWait(address, listEarlyDeletions(write));
    }),
  };
}
