/** Each gate passes, fails, and is not decided when what decides is not known. */

import { evaluateGates, type Gates, NO_GATES } from '../../src/access-review/gates';
import { hideInReview } from '../../src/access-review/hidden-parts';
import { compareRules, type WrittenRestriction } from '../support/preview/access';
import { later } from '../support/unknown';

const OFFICE: WrittenRestriction = { rules: ['allow 203.0.113.0/24'] };
const WIDER: WrittenRestriction = { rules: ['allow 203.0.113.0/24', 'allow 198.51.100.0/24'] };
const HALF: WrittenRestriction = { rules: ['allow 203.0.113.0/25'] };
const UNKNOWN: WrittenRestriction = { ...OFFICE, enforced: later('var.enforced') };
const NOT_ENFORCED: WrittenRestriction = { ...OFFICE, enforced: false };

type Change = readonly [before: WrittenRestriction | undefined, after: WrittenRestriction | undefined];

interface GateCase {
  readonly option: string;
  readonly gates: Partial<Gates>;
  readonly passes: readonly Change[];
  readonly fails: readonly (readonly [...Change, string])[];
  readonly notDecided: readonly (readonly [...Change, string])[];
}

const GATES: readonly GateCase[] = [
  {
    option: '--must-admit 203.0.113.0/24',
    gates: { mustAdmit: ['203.0.113.0/24'] },
    passes: [
      [OFFICE, OFFICE],
      [OFFICE, WIDER],
      [OFFICE, undefined],
      [OFFICE, NOT_ENFORCED],
      [OFFICE, UNKNOWN],
    ],
    fails: [[OFFICE, HALF, 'the API does not admit 203.0.113.128/25']],
    notDecided: [
      [undefined, undefined, 'nothing that the requirement judges exists'],
      [OFFICE, { ...UNKNOWN, rules: [] }, 'whether the API admits 203.0.113.0/24 is not known: var.enforced'],
    ],
  },
  {
    option: '--must-deny 198.51.100.0/24',
    gates: { mustDeny: ['198.51.100.0/24'] },
    passes: [
      [OFFICE, HALF],
      [WIDER, OFFICE],
      [undefined, OFFICE],
    ],
    fails: [
      [OFFICE, WIDER, 'the API admits 198.51.100.0/24'],
      [OFFICE, undefined, 'the API admits 198.51.100.0/24'],
      [OFFICE, NOT_ENFORCED, 'the API admits 198.51.100.0/24'],
      [NOT_ENFORCED, NOT_ENFORCED, 'the API admits 198.51.100.0/24'],
    ],
    notDecided: [
      [undefined, undefined, 'nothing that the requirement judges exists'],
      [OFFICE, UNKNOWN, 'whether the API denies 198.51.100.0/24 is not known: var.enforced'],
      [
        OFFICE,
        { rules: ['allow ::ffff:198.51.100.0/120'] },
        'whether the API denies 198.51.100.0/24 is not known: the documents',
      ],
    ],
  },
  {
    option: '--no-new-access',
    gates: { noNewAccess: true },
    passes: [
      [OFFICE, OFFICE],
      [OFFICE, HALF],
      [undefined, OFFICE],
      [NOT_ENFORCED, OFFICE],
      [UNKNOWN, UNKNOWN],
      [undefined, undefined],
    ],
    fails: [
      [OFFICE, WIDER, 'the API newly admits 256 IPv4 addresses'],
      [OFFICE, undefined, 'the API newly admits 4,294,967,040 IPv4 addresses and 2^128 IPv6 addresses'],
    ],
    notDecided: [
      [OFFICE, UNKNOWN, 'the API may newly admit at most 4,294,967,040 IPv4 addresses and 2^128 IPv6 addresses'],
    ],
  },
  {
    option: '--max-new-addresses 256',
    gates: { maxNewAddresses: 256n },
    passes: [
      [OFFICE, WIDER],
      [OFFICE, HALF],
    ],
    fails: [[HALF, WIDER, 'the API newly admits 384 IPv4 addresses']],
    notDecided: [[OFFICE, UNKNOWN, 'the API may newly admit at most']],
  },
];

function evaluate(gates: Partial<Gates>, [before, after]: Change, undecided: readonly string[] = []) {
  const review = compareRules('api', before, after);
  return evaluateGates({ ...NO_GATES, ...gates }, [{ name: '', review }], undecided);
}

const sentence = (text: string): string => text.replace(/^./, (first) => first.toUpperCase());

describe.each(GATES)('$option', ({ option, gates, passes, fails, notDecided }) => {
  test.each(passes.map((change) => [change]))('passes for %j', (change) => {
    expect(evaluate(gates, change)).toMatchObject([{ gate: option, result: 'passed' }]);
  });

  test.each(fails)('fails for %j, then %j', (before, after, problem) => {
    expect(evaluate(gates, [before, after])).toEqual([
      { gate: option, result: 'failed', message: `${sentence(problem)}.` },
    ]);
  });

  test.each(notDecided)('is not decided for %j, then %j', (before, after, problem) => {
    const [result] = evaluate(gates, [before, after]);
    expect(result).toMatchObject({ gate: option, result: 'not_decided' });
    expect(result?.message).toContain(sentence(problem));
  });

  test('is not decided beside something that was not read or not applied, and says why', () => {
    const [known = [OFFICE, OFFICE] as const] = passes;
    expect(evaluate(gates, known, ['the change would be refused'])).toMatchObject([
      { gate: option, result: 'not_decided', message: 'The change would be refused.' },
    ]);
  });

  test('is not decided without an account', () => {
    expect(evaluateGates({ ...NO_GATES, ...gates }, [], [])).toMatchObject([
      { result: 'not_decided', message: expect.stringMatching(/no account was read/i) },
    ]);
  });
});

test('each account is judged by itself: one without a restriction is not decided', () => {
  const accounts = [
    { name: 'https://a.example.com', review: compareRules('api', OFFICE, OFFICE) },
    { name: 'https://b.example.com', review: compareRules('api', undefined, undefined) },
  ];
  expect(evaluateGates({ ...NO_GATES, mustDeny: ['8.8.8.8/32'] }, accounts, [])).toMatchObject([
    { result: 'not_decided' },
  ]);
});

test('a requirement names the types that it does not judge', () => {
  const [result] = evaluate({ mustDeny: ['8.8.8.8/32'] }, [OFFICE, OFFICE]);
  expect(result?.message).toBe(
    'Every restriction denies it. Not judged: the dashboard, the agent, endpoints, without a restriction.',
  );
});

test('a message about a restriction with sensitive networks has no network but the required one, and no reason', () => {
  const judge = (gates: Partial<Gates>, after: WrittenRestriction) => {
    const review = hideInReview(compareRules('api', OFFICE, after), {
      ...{ restrictions: true, endpoints: true, urls: new Set<string>() },
    });
    return evaluateGates({ ...NO_GATES, ...gates }, [{ name: '', review }], []).map(({ message }) => message);
  };
  const gates = { mustAdmit: ['203.0.112.0/23'], mustDeny: ['0.0.0.0/0'] };
  expect(judge(gates, WIDER)).toEqual([
    'The API does not admit addresses of 203.0.112.0/23.',
    'The API admits addresses of 0.0.0.0/0.',
  ]);
  expect(judge({ mustAdmit: gates.mustAdmit }, UNKNOWN)).toEqual([
    'Whether the API admits addresses of 203.0.112.0/23 is not known: (sensitive value).',
  ]);
});

test('without options no gate is judged', () => {
  expect(evaluate({}, [OFFICE, undefined], ['anything'])).toEqual([]);
});
