/** The access to an account before and after the change, from its copies. Pure. */
import { type AccessFacts, createFacts, type FactList } from '../access/facts';
import { type AccessReview, reviewAccess } from '../access/review';
import type { Snapshot, SnapshotObject } from '../emulator';
import { KINDS } from '../model/kinds';
import { type KnownObject, Unknown } from '../model/known';
import type { CopiedAccount } from './outcome';

export interface ReviewedCopy {
  readonly account: CopiedAccount;
  readonly before: AccessFacts;
  readonly after: AccessFacts;
  readonly review: AccessReview;
}

export function reviewCopy(account: CopiedAccount): ReviewedCopy {
  const [before, after] = [account.before, account.after].map((snapshot) =>
    createFacts(toLists(account, snapshot)),
  ) as [AccessFacts, AccessFacts];
  return { account, before, after, review: reviewAccess(before, after) };
}

/** A list that could not be read is unknown before and after: the copy refuses every request that needs it. */
function toLists({ failures, unreadable, agentEndpoints }: CopiedAccount, { accounts }: Snapshot): FactList[] {
  const listings = KINDS.map(({ name: kind }): FactList => {
    const failure = failures.find((each) => each.kind === kind)?.failure.message ?? unreadable;
    const objects = Object.values(accounts).flatMap(({ objects: byKind }) => byKind[kind] ?? []);
    return {
      kind,
      objects: objects.map(({ id, values }: SnapshotObject) => ({ kind, id, values: values as KnownObject })),
      ...(failure !== undefined && {
        incomplete: new Unknown(`the list of ${kind} objects could not be read: ${failure}`),
      }),
    };
  });
  return [...listings, agentEndpoints];
}
