/** The access to an account before and after the change, from its copies. Pure. */
import { type AccessFacts, createFacts, type FactList, type FactObject } from '../access/facts';
import { type AccessReview, reviewAccess } from '../access/review';
import type { Snapshot, SnapshotObject } from '../emulator';
import { KINDS } from '../model/kinds';
import { type KnownObject, Unknown } from '../model/known';
import type { CopiedAccount, SecretDigests } from './outcome';

export interface ReviewedCopy {
  /** The base URL of the account, with an object of it if other accounts have that URL: `https://a.example.com (with ipp_1)`. */
  readonly name: string;
  readonly account: CopiedAccount;
  readonly before: AccessFacts;
  readonly after: AccessFacts;
  readonly review: AccessReview;
}

export function reviewCopies(accounts: readonly CopiedAccount[]): ReviewedCopy[] {
  return accounts.map((account) => ({ name: nameAccount(account, accounts), ...reviewCopy(account) }));
}

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

function reviewCopy(account: CopiedAccount): Omit<ReviewedCopy, 'name'> {
  const [before, after] = (['before', 'after'] as const).map((state) =>
    createFacts([...toLists(account, account[state], account.secretDigests[state]), account.agentEndpoints]),
  ) as [AccessFacts, AccessFacts];
  return { account, before, after, review: reviewAccess(before, after) };
}

/** A list that could not be read is unknown before and after: the copy refuses every request that needs it. */
export function toLists(
  { failures, unreadable }: Pick<CopiedAccount, 'failures' | 'unreadable'>,
  { accounts }: Snapshot,
  secretDigests: SecretDigests = new Map(),
): FactList[] {
  const toFact = (kind: string, { id, values }: SnapshotObject): FactObject => {
    const digest = secretDigests.get(id);
    return { kind, id, values: { ...(values as KnownObject), ...(digest !== undefined && { secrets: digest }) } };
  };
  return KINDS.map(({ name: kind }): FactList => {
    // The report says once why.
    const isUnread = unreadable !== undefined || failures.some((each) => each.kind === kind);
    const objects = Object.values(accounts).flatMap(({ objects: byKind }) => byKind[kind] ?? []);
    return {
      kind,
      objects: objects.map((object) => toFact(kind, object)),
      ...(isUnread && { incomplete: new Unknown(`the list of ${kind} objects could not be read`) }),
    };
  });
}
