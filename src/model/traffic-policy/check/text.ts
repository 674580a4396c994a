import { memoize } from '../../memoize';
import { EMPTY_POLICY, UNREADABLE_POLICY } from '../error-codes';
import { parsePolicyText } from '../parse';
import { checkPolicy } from './policy';
import type { PolicyContext, PolicyProblem } from './problem';

interface PolicyText {
  readonly text: string;
  readonly context: PolicyContext;
}

/** As {@link checkPolicy}; one problem if the text cannot be parsed. */
export function checkPolicyText(text: string, context: PolicyContext = {}): readonly PolicyProblem[] {
  return checkCached({ text, context });
}

/** A choice. */
const MAX_CACHED = 20;

const checkCached = memoize(
  MAX_CACHED,
  ({ text, context }: PolicyText): readonly PolicyProblem[] => {
    const parsed = parsePolicyText(text);
    if (!('problem' in parsed)) return checkPolicy(parsed.document, context);
    return [
      { path: [], severity: 'error', errorCode: text.trim() === '' ? EMPTY_POLICY : UNREADABLE_POLICY, ...parsed },
    ];
  },
  // Each member of PolicyContext belongs here: a text would have the same problems whatever another one is.
  ({ text, context: { scheme, isInternal, isConfiguration } }) =>
    JSON.stringify([scheme, isInternal, isConfiguration, text]),
);
