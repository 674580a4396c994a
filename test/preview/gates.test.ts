import { evaluateGates, type Gates, NO_GATES } from '../../src/access-review/gates';
import { hideInReview } from '../../src/access-review/hidden-parts';
import { compareRules, type WrittenRestriction } from '../support/preview/access';
import { later } from '../support/unknown';

const OFFICE: WrittenRestriction = { rules: ['allow 203.0.113.0/24'] };
const UNKNOWN: WrittenRestriction = { ...OFFICE, enforced: later('var.enforced') };
const STATES = {
  office: OFFICE,
  wider: { rules: ['allow 203.0.113.0/24', 'allow 198.51.100.0/24'] },
  half: { rules: ['allow 203.0.113.0/25'] },
  unknown: UNKNOWN,
  'unknown without rules': { ...UNKNOWN, rules: [] },
  'not enforced': { ...OFFICE, enforced: false },
  mapped: { rules: ['allow ::ffff:198.51.100.0/120'] },
  absent: undefined,
} satisfies Readonly<Record<string, WrittenRestriction | undefined>>;

type State = keyof typeof STATES;
type Change = readonly [before: State, after: State];
type Judged = readonly [...Change, message: string];

interface GateCase {
  readonly option: string;
  readonly gates: Partial<Gates>;
  readonly passes: readonly Change[];
  readonly fails: readonly Judged[];
  readonly notDecided: readonly Judged[];
}

const ADMITS = 'The API admits 198.51.100.0/24.';
const DENIES = 'Whether the API denies 198.51.100.0/24 is not known:';
const ABSENT: Judged = ['absent', 'absent', 'Nothing that the requirement judges exists'];

const fromOffice = (...after: readonly State[]): Change[] => after.map((state) => ['office', state]);
const toOffice = (...before: readonly State[]): Change[] => before.map((state) => [state, 'office']);
const unchanged = (...states: readonly State[]): Change[] => states.map((state) => [state, state]);

const GATES: readonly GateCase[] = [
  {
    option: '--must-admit 203.0.113.0/24',
    gates: { mustAdmit: ['203.0.113.0/24'] },
    passes: fromOffice('wider', 'absent', 'not enforced', 'unknown'),
    fails: [['office', 'half', 'The API does not admit 203.0.113.128/25.']],
    notDecided: [
      ABSENT,
      ['office', 'unknown without rules', 'Whether the API admits 203.0.113.0/24 is not known: var.enforced'],
    ],
  },
  {
    option: '--must-deny 198.51.100.0/24',
    gates: { mustDeny: ['198.51.100.0/24'] },
    passes: toOffice('wider', 'absent'),
    fails: [
      ['office', 'wider', ADMITS],
      ['office', 'absent', ADMITS],
      ['not enforced', 'not enforced', ADMITS],
    ],
    notDecided: [
      ABSENT,
      ['office', 'unknown', `${DENIES} var.enforced`],
      ['office', 'mapped', `${DENIES} the documents`],
    ],
  },
  {
    option: '--no-new-access',
    gates: { noNewAccess: true },
    passes: [...fromOffice('half'), ...toOffice('not enforced'), ...unchanged('unknown', 'absent')],
    fails: [
      ['office', 'wider', 'The API newly admits 256 IPv4 addresses.'],
      ['office', 'absent', 'The API newly admits 4,294,967,040 IPv4 addresses and 2^128 IPv6 addresses.'],
    ],
    notDecided: [['office', 'unknown', 'The API may newly admit addresses.']],
  },
  {
    option: '--max-new-addresses 256',
    gates: { maxNewAddresses: 256n },
    passes: [['office', 'wider']],
    fails: [['half', 'wider', 'The API newly admits 384 IPv4 addresses.']],
    notDecided: [['office', 'unknown', 'The API may newly admit at most']],
  },
];

function evaluate(gates: Partial<Gates>, [before, after]: Change, undecided: readonly string[] = []) {
  const review = compareRules('api', STATES[before], STATES[after]);
  return evaluateGates({ ...NO_GATES, ...gates }, [{ name: '', review }], undecided);
}

test.each(GATES)('$option passes, fails and is not decided', ({ option, gates, passes, fails, notDecided }) => {
  expect(passes.filter((change) => evaluate(gates, change)[0]?.result !== 'passed')).toEqual([]);
  for (const [before, after, message] of fails)
    expect(evaluate(gates, [before, after])).toEqual([{ gate: option, result: 'failed', message }]);
  for (const [before, after, message] of notDecided)
    expect(evaluate(gates, [before, after])).toMatchObject([
      { gate: option, result: 'not_decided', message: expect.stringContaining(message) },
    ]);
  const [known = ['office', 'office'] as const] = passes;
  expect(evaluate(gates, known, ['the change would be refused'])).toMatchObject([
    { result: 'not_decided', message: 'The change would be refused.' },
  ]);
  expect(evaluateGates({ ...NO_GATES, ...gates }, [], [])).toMatchObject([
    { result: 'not_decided', message: expect.stringMatching(/no account was read/i) },
  ]);
});

test('each account is judged by itself: one without a restriction is not decided', () => {
  const account = (state?: WrittenRestriction) => ({ name: 'https://a', review: compareRules('api', state, state) });
  const gates = { ...NO_GATES, mustDeny: ['8.8.8.8/32'] };
  expect(evaluateGates(gates, [account(OFFICE), account()], [])).toMatchObject([{ result: 'not_decided' }]);
});

test('a requirement names the types that it does not judge', () => {
  const [result] = evaluate({ mustDeny: ['8.8.8.8/32'] }, ['office', 'office']);
  const others = 'Not judged, because they have no restriction: the dashboard, the agent, endpoints.';
  expect(result?.message).toBe(`Every restriction denies it. ${others}`);
});

test('a message about a restriction with sensitive networks has no network but the required one, and no reason', () => {
  const judge = (gates: Partial<Gates>, after: keyof typeof STATES) => {
    const hidden = { restrictions: true, endpoints: true, urls: new Set<string>() };
    const review = hideInReview(compareRules('api', OFFICE, STATES[after]), hidden);
    return evaluateGates({ ...NO_GATES, ...gates }, [{ name: '', review }], []).map(({ message }) => message);
  };
  const mustAdmit = ['203.0.112.0/23'];
  expect(judge({ mustAdmit, mustDeny: ['0.0.0.0/0'] }, 'wider')).toEqual([
    'The API does not admit addresses of 203.0.112.0/23.',
    'The API admits addresses of 0.0.0.0/0.',
  ]);
  const hidden = 'Whether the API admits addresses of 203.0.112.0/23 is not known: (sensitive value).';
  expect(judge({ mustAdmit }, 'unknown')).toEqual([hidden]);
});

test('without options no gate is judged', () => {
  expect(evaluate({}, ['office', 'absent'], ['anything'])).toEqual([]);
});
