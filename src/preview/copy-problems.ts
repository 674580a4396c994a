/** What the copy of an account lacks or may have otherwise, as data, and in words for the report. */
import { getKind } from '../model/kinds';
import { describeReadFailure } from '../values/describe-cause';
import type { ReadFailure } from '../values/read-failure';
import { formatList, type Words } from '../values/words';

/** `of` is a kind of the model. */
export type CopyProblem =
  | { readonly problem: 'id'; readonly of: string; readonly id: string }
  | { readonly problem: 'members'; readonly of: string; readonly id: string; readonly members: readonly string[] }
  /** Two provider configurations may be those of one account. */
  | { readonly problem: 'same_account'; readonly baseUrl: string }
  /** Another key or profile of the account lists objects that the copy lacks, or its list could not be read. */
  | { readonly problem: 'unseen'; readonly of: string; readonly ids: readonly string[] }
  | { readonly problem: 'unread'; readonly of: string; readonly failure: ReadFailure }
  /** Provider configurations use one account with two profiles; the copy has the first. */
  | { readonly problem: 'profiles'; readonly baseUrl: string; readonly profiles: readonly [string, string] };

/** Chosen: a message counts the ids beyond these. */
const MAX_IDS = 5;

export function describeCopyProblem(found: CopyProblem): Words {
  switch (found.problem) {
    case 'id':
      return `The ${getKind(found.of).title} ${found.id} has an id of a form that the copy does not support.`;
    case 'members':
      return `The response of the ${getKind(found.of).title} ${found.id} has no ${found.members.map((name) => `'${name}'`).join(', ')}, so its copy may be another one.`;
    case 'same_account':
      return `Two provider configurations are used for ${found.baseUrl}, and it is not known whether both belong to one account: no list has objects for both keys and is complete for one of them. Preview their stacks one by one with --stack, or use keys that list objects of one type.`;
    case 'unseen':
      return `Two provider configurations of one account list different objects of ${found.of}: the copy lacks ${formatList(found.ids, MAX_IDS)}.`;
    case 'unread':
      return `Which objects of ${found.of} another provider configuration of the account lists is not known: ${describeReadFailure(found.failure)}.`;
    case 'profiles':
      return `The account at ${found.baseUrl} is used with the profiles ${found.profiles.join(' and ')}, and its copy has only ${found.profiles[0]}. Use one profile for it.`;
  }
}
