/** Checks the text of a traffic policy. */
import { parsePolicyText } from '../parse';
import { readPolicyTemplate } from '../terraform-template';
import { checkPolicy } from './policy';
import type { PolicyContext, PolicyProblem } from './problem';

/** A plan checks each text several times. */
const MAX_CACHED = 20;
const cache = new Map<string, readonly PolicyProblem[]>();

/** Returns all problems of a policy in YAML or JSON. */
export function checkPolicyText(text: string, context: PolicyContext = {}): readonly PolicyProblem[] {
  const key = JSON.stringify([context.scheme, context.isInternal, context.isConfiguration, text]);
  const cached = cache.get(key);
  if (cached) return cached;
  const parsed = parsePolicyText(text);
  const problems: readonly PolicyProblem[] =
    'problem' in parsed
      ? [{ path: [], severity: 'error', errorCode: text.trim() === '' ? 18011 : 2236, ...parsed }]
      : checkPolicy(parsed.document, context);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, problems);
  return problems;
}

/** Checks a policy inside a Terraform template, as far as its values are known. */
export function checkPolicyTemplate(template: string, context: PolicyContext = {}): readonly PolicyProblem[] {
  return checkPolicyText(readPolicyTemplate(template).text, { ...context, isConfiguration: true });
}
