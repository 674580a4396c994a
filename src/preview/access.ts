/** The access to an account before and after the change, from its copies. Pure. */

import { type AccessReview, reviewAccess } from '../access/compare-accounts';
import { type AccessFacts, createFacts } from '../access/facts';
import { findHiddenParts, type HiddenParts } from '../access-review/hidden-parts';
import type { Snapshot } from '../emulator';
import type { FindMarks } from '../model/marks';
import { memoizeObject } from '../model/memoize';
import { fromSnapshot } from '../objects/from-account';
import { markObjects, type ObjectList } from '../objects/objects';
import { Identities, Unknown } from '../values/known';
import type { CopiedAccount, PreviewOutcome, SecretDigests } from './outcome';

export interface ReviewedCopy {
  /**
   * The base URL of the account. If other accounts have that URL: `https://a.example.com (with ipp_1)`, an object of
   * the account, or `https://a.example.com (without objects)`.
   */
  readonly name: string;
  readonly account: CopiedAccount;
  readonly before: AccessFacts;
  readonly after: AccessFacts;
  readonly review: AccessReview;
  readonly hidden: HiddenParts;
}

export const reviewCopies = memoizeObject(
  ({ accounts, findMarks }: Pick<PreviewOutcome, 'accounts' | 'findMarks'>): ReviewedCopy[] =>
    accounts.map((account) => ({ name: nameAccount(account, accounts), ...reviewCopy(account, findMarks) })),
);

function nameAccount(account: CopiedAccount, all: readonly CopiedAccount[]): string {
  const { baseUrl, before } = account;
  if (all.every((other) => other === account || other.baseUrl !== baseUrl)) return baseUrl;
  const ids = Object.values(before.accounts).flatMap(({ objects }) =>
    Object.values(objects)
      .flat()
      .map(({ id }) => id),
  );
  return `${baseUrl} (${ids.length === 0 ? 'without objects' : `with ${ids.sort()[0]}`})`;
}

function reviewCopy(account: CopiedAccount, findMarks: FindMarks): Omit<ReviewedCopy, 'name'> {
  const identities = new Identities();
  const lists = (['before', 'after'] as const).map((state) => [
    ...markObjects(toLists(account, account[state], identities, account.secretDigests[state]), findMarks),
    account.agentEndpoints,
  ]);
  const [before, after] = lists.map((each) => createFacts(each, identities)) as [AccessFacts, AccessFacts];
  const hidden = findHiddenParts(lists.flat());
  return { account, before, after, review: reviewAccess(before, after), hidden };
}

/** A list that the account did not return is `incomplete`: the account may have objects that the copy lacks. */
export function toLists(
  { failures, unreadable }: Pick<CopiedAccount, 'failures' | 'unreadable'>,
  { accounts }: Snapshot,
  identities: Identities,
  secretDigests: SecretDigests = new Map(),
): ObjectList[] {
  return fromSnapshot(accounts).map(({ kind, objects }): ObjectList => {
    const isUnread = unreadable !== undefined || failures.some((each) => each.kind === kind);
    return {
      kind,
      objects: objects.map((object) => {
        // No code reads the member `secrets`. It makes the values of an object with another secret differ, so that the
        // object counts as changed.
        const secrets = secretDigests.get(object.id);
        return secrets === undefined ? object : { ...object, values: { ...object.values, secrets } };
      }),
      ...(isUnread && { incomplete: new Unknown({ kind: 'unread', list: kind }, identities.of('unread', kind)) }),
    };
  });
}
