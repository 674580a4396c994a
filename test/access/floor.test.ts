import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePolicyText } from '../../src/model/traffic-policy/parse';
import { picker } from '../fuzz';
import { VALID_POLICIES } from '../support/traffic-policies/valid';
import { decideEndpoint } from './engine';
import { GUIDE_POLICIES, OPERATOR_POLICIES } from './floor/policies';
import { OFFICE } from './random/networks';
import { cloud, OK } from './random/parts';
import { oneOf } from './random/pick';
import { type Account, EMPTY_ACCOUNT, type Json } from './reference/account';
import { collectCandidates } from './reference/candidates';

/**
 * The floor: how many answers are decided at least, by policy. It is written by hand: a failure prints the lines of new
 * policies.
 */
const RECORDED = JSON.parse(readFileSync(join(__dirname, 'floor/decided.json'), 'utf8')) as Record<string, number>;

/** Policies of which fewer answers are decided than recorded, and why. */
const LOSSES: Readonly<Record<string, { readonly decided: number; readonly because: string }>> = {
  'lists and strings': { decided: 40, because: 'slice, range and distinct of lists are not evaluated' },
};

function parse(policy: string | Json): Json {
  if (typeof policy !== 'string') return policy;
  const parsed = parsePolicyText(policy);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.document as Json;
}

interface Listed {
  readonly title: string;
  readonly policy: Json;
  readonly scheme?: string | undefined;
}

const named = (prefix: string, policies: Readonly<Record<string, Json>>): Listed[] =>
  Object.entries(policies).map(([name, policy]) => ({ title: `${prefix}: ${name}`, policy }));

const POLICIES: readonly Listed[] = [
  ...VALID_POLICIES.map(({ title, policy, scheme }) => ({ title, policy: parse(policy as Json), scheme })),
  ...named('operator', OPERATOR_POLICIES),
  ...named('guide', GUIDE_POLICIES),
];

const REQUESTS = 20;

/**
 * How many of 4 * {@link REQUESTS} answers are decided: for each of the picked addresses, with any request and with a
 * picked one, whether it reaches an upstream and whether it gets a response.
 */
function countDecided(policy: Json, scheme = 'https'): number {
  const url = scheme.startsWith('http') ? `${scheme}://a.example.com` : `${scheme}://1.tcp.example.com:2222`;
  const answer = { on_http_request: [{ actions: [OK] }] };
  const account: Account = {
    ...EMPTY_ACCOUNT,
    rules: [{ policyId: 'ipp_1', cidr: OFFICE, action: 'allow' }],
    endpoints: [cloud(url, policy), ...['app', 'a', 'other'].map((host) => cloud(`https://${host}.internal`, answer))],
  };
  const candidates = collectCandidates([account]);
  const decide = decideEndpoint(account, url);
  const pick = picker(1);
  let decided = 0;
  for (let index = 0; index < REQUESTS; index++) {
    const address = oneOf(pick, candidates.addresses);
    const given = {
      method: oneOf(pick, candidates.methods),
      path: oneOf(pick, [...candidates.paths, '/', '/a', '/old/x']),
      query: oneOf(pick, candidates.queries),
      headers: pick(2) === 0 ? {} : Object.fromEntries(candidates.headerNames.map((name) => [name, 'red'])),
    };
    for (const request of [undefined, given]) {
      const { reaches, gets } = decide(address, request);
      decided += [reaches, gets].filter((truth) => truth !== 'depends').length;
    }
  }
  return decided;
}

test('no policy is decided less often than recorded in floor/decided.json, except for the named losses', () => {
  const counted = Object.fromEntries(
    POLICIES.map(({ title, policy, scheme }) => [title, countDecided(policy, scheme)]),
  );
  expect(Object.entries(counted).filter(([title]) => !(title in RECORDED))).toEqual([]);
  expect(Object.keys(RECORDED).filter((title) => !(title in counted))).toEqual([]);
  const regained = Object.keys(LOSSES).filter((title) => (counted[title] ?? 0) >= (RECORDED[title] ?? 0));
  expect(regained).toEqual([]);
  const least = (title: string): number => LOSSES[title]?.decided ?? RECORDED[title] ?? 0;
  expect(Object.entries(counted).filter(([title, decided]) => decided < least(title))).toEqual([]);
});
