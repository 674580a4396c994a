/** The access to an account before and after the change, from its copies. Pure. */
import { type AccessFacts, createFacts, type FactList, type FactObject } from '../access/facts';
import { type AccessReview, reviewAccess } from '../access/review';
import type { Snapshot, SnapshotObject } from '../emulator';
import { KINDS } from '../model/kinds';
import { type KnownObject, Unknown } from '../model/known';
import type { CopiedAccount, SecretDigests } from './outcome';

export interface ReviewedCopy {
  readonly account: CopiedAccount;
  readonly before: AccessFacts;
  readonly after: AccessFacts;
  readonly review: AccessReview;
}

export function reviewCopy(account: CopiedAccount): ReviewedCopy {
  const [before, after] = (['before', 'after'] as const).map((state) =>
    createFacts(toLists(account, account[state], account.secretDigests[state])),
  ) as [AccessFacts, AccessFacts];
  return { account, before, after, review: reviewAccess(before, after) };
}

/** A list that could not be read is unknown before and after: the copy refuses every request that needs it. */
function toLists(
  { failures, unreadable, agentEndpoints }: CopiedAccount,
  { accounts }: Snapshot,
  secretDigests: SecretDigests,
): FactList[] {
  const toFact = (kind: string, { id, values }: SnapshotObject): FactObject => {
    const digest = secretDigests.get(id);
    return { kind, id, values: { ...(values as KnownObject), ...(digest !== undefined && { secrets: digest }) } };
  };
  const listings = KINDS.map(({ name: kind }): FactList => {
    // The report says once why.
    const isUnread = unreadable !== undefined || failures.some((each) => each.kind === kind);
    const objects = Object.values(accounts).flatMap(({ objects: byKind }) => byKind[kind] ?? []);
    return {
      kind,
      objects: objects.map((object) => toFact(kind, object)),
      ...(isUnread && { incomplete: new Unknown(`the list of ${kind} objects could not be read`) }),
    };
  });
  return [...listings, agentEndpoints];
}
