// biome-ignore-all lint/suspicious/noTemplateCurlyInString: traffic policies have this form
/**
 * What a value that is not known may be, beside the few values of its generator: it may name each IP policy with rules
 * and each internal endpoint of both states, and a text may read what a `restrict-ips` before it found.
 */
import type { Account, Json, JsonObject, Unread } from '../reference/account';
import { act, always, OK, requests } from './parts';

/** A change of what a value names changes what it does, so both states have the same values. */
export function nameEveryObject(before: Account, after: Account): readonly [before: Account, after: Account] {
  const states = [before, after];
  const policies = unique(states.flatMap(({ rules }) => rules.map(({ policyId }) => policyId)));
  const targets = unique(
    states.flatMap(({ endpoints }) => endpoints.flatMap(({ url, binding }) => (binding === 'internal' ? [url] : []))),
  );
  const objects: Objects = { policies, targets };
  const extend = (account: Account): Account => ({
    ...account,
    unread: nameInUnread(account.unread, objects),
    holes: Object.fromEntries(
      Object.entries(account.holes).map(([name, values]) => [name, [...values, ...listMore(values, objects)]]),
    ),
  });
  return [extend(before), extend(after)];
}

interface Objects {
  /** Identifiers of IP policies. */
  readonly policies: readonly string[];
  /** URLs of internal endpoints. */
  readonly targets: readonly string[];
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

function listActions({ policies, targets }: Objects): readonly JsonObject[] {
  return [
    ...policies.map((id) => act('restrict-ips', { ip_policies: [id] })),
    ...targets.map((url) => act('forward-internal', { url })),
  ];
}

/** An endpoint that was not read may use each of the objects, if the generator has one in the cloud among these. */
function nameInUnread(unread: Unread, objects: Objects): Unread {
  const { endpoints } = unread;
  const sample = endpoints?.flat().find(({ owner }) => owner === 'cloud');
  if (!endpoints || !sample) return unread;
  const using = listActions(objects).map((action) => [{ ...sample, policy: requests(always(action, OK) as Json) }]);
  return { ...unread, endpoints: [...endpoints, ...using] };
}

/** Values of the same form as the given ones. */
function listMore(values: readonly Json[], objects: Objects): readonly Json[] {
  const sample = values.find((value) => value !== null && !(Array.isArray(value) && value.length === 0)) ?? null;
  if (typeof sample === 'string') return listTexts(values, sample, objects);
  const [element] = Array.isArray(sample) ? (sample as readonly Json[]) : [];
  const form = element ?? sample;
  const wrap = (value: Json): Json => (element === undefined ? value : [value]);
  if (typeof form === 'string') {
    const texts = listTexts([form], form, objects);
    return [...texts.map(wrap), texts];
  }
  if (typeof form !== 'object' || form === null) return [];
  const actions = listActions(objects);
  if ('type' in form) return actions.map((action) => (element === undefined ? action : [action, OK]));
  if ('actions' in form) return actions.map((action) => wrap(always(action, OK) as Json));
  if ('on_http_request' in form) return actions.map((action) => requests(always(action, OK) as Json));
  if ('allow' in form) return objects.policies.map((id) => ({ ip_policies: [id] }));
  return 'url' in form ? objects.targets.map((url) => ({ url })) : [];
}

/** What an action before it may have found. */
const FOUND = "actions.ngrok.restrict_ips.action == 'deny'";

function listTexts(values: readonly Json[], sample: string, { policies, targets }: Objects): readonly string[] {
  if (sample.startsWith('ipp_')) return policies;
  if (sample.startsWith('https://')) return targets;
  const [first = '', second = ''] = values.filter((value) => typeof value === 'string');
  // In the place of an expression, in quotation marks of one, and as a template.
  const template = `\${${FOUND} ? '${first}' : '${second}'}`;
  // The other two have quotation marks outside of a template, which a path cannot have.
  return sample.startsWith('/') ? [template] : [FOUND, `' || ${FOUND} || '' == 'x`, template];
}
