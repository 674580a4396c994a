/** Each gate passes, fails, and fails when a part of the access is not known. */
import type { EndpointChange } from '../../src/preview/endpoint-access';
import { evaluateGates, type Gates, NO_GATES } from '../../src/preview/gates';
import { compareRules, type WrittenRestriction } from '../support/preview/access';

const OFFICE: WrittenRestriction = { rules: ['allow 203.0.113.0/24'] };
const WIDER: WrittenRestriction = { rules: ['allow 203.0.113.0/24', 'allow 198.51.100.0/24'] };
const HALF: WrittenRestriction = { rules: ['allow 203.0.113.0/25'] };
const NOT_ENFORCED: WrittenRestriction = { ...OFFICE, enforced: false };

type Change = readonly [before: WrittenRestriction | undefined, after: WrittenRestriction | undefined];

interface GateCase {
  readonly option: string;
  readonly gates: Partial<Gates>;
  readonly passes: readonly Change[];
  readonly fails: readonly (readonly [...Change, string])[];
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
      [undefined, undefined],
    ],
    fails: [[OFFICE, HALF, 'the restriction of the API does not admit all of 203.0.113.0/24']],
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
      [OFFICE, WIDER, 'the API admits addresses of 198.51.100.0/24'],
      [OFFICE, undefined, 'the API admits addresses of 198.51.100.0/24'],
      [OFFICE, NOT_ENFORCED, 'the API admits addresses of 198.51.100.0/24'],
      [undefined, undefined, 'no restriction is enforced'],
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
    ],
    fails: [
      [OFFICE, WIDER, 'the API newly admits 256 IPv4 addresses'],
      [OFFICE, undefined, 'the API newly admits 4294967040 IPv4 addresses and 2^128 IPv6 addresses'],
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
  },
];

const endpoint = (change: Partial<EndpointChange>): EndpointChange => {
  const nothing = { networks: [], ipv4: 0n, ipv6: 0n };
  const same = { id: 'ep_1', url: 'https://app.example.com', before: 'online', after: 'online', depends: [] } as const;
  return { ...same, newlyAdmitted: nothing, newlyShutOut: nothing, isUnknown: false, ...change };
};

function evaluate(
  gates: Partial<Gates>,
  [before, after]: Change,
  unknown: readonly string[] = [],
  endpoints: readonly EndpointChange[] = [],
) {
  return evaluateGates(
    { ...NO_GATES, ...gates },
    { restrictions: compareRules('api', before, after), endpoints },
    unknown,
  );
}

describe.each(GATES)('$option', ({ option, gates, passes, fails }) => {
  test.each(passes.map((change) => [change]))('passes for %j', (change) => {
    expect(evaluate(gates, change)).toMatchObject([{ gate: option, passed: true }]);
  });

  test.each(fails)('fails for %j, then %j', (before, after, problem) => {
    expect(evaluate(gates, [before, after])).toEqual([
      { gate: option, passed: false, message: `${problem.replace(/^./, (first) => first.toUpperCase())}.` },
    ]);
  });

  test('fails when a part of the access is not known, and says why', () => {
    const [known = [OFFICE, OFFICE] as const] = passes;
    const [result] = evaluate(gates, known, ['IP policy rules could not be read']);
    expect(result).toMatchObject({ gate: option, passed: false });
    expect(result?.message).toContain('The access is not known: IP policy rules could not be read');
  });
});

test('new addresses of an endpoint count, and an endpoint whose addresses cannot be computed fails', () => {
  const gates = { noNewAccess: true };
  const admitted = { networks: [], ipv4: 4n, ipv6: 0n };
  expect(evaluate(gates, [OFFICE, OFFICE], [], [endpoint({})])).toMatchObject([{ passed: true }]);
  expect(evaluate(gates, [OFFICE, OFFICE], [], [endpoint({ newlyAdmitted: admitted })])).toMatchObject([
    { passed: false, message: 'https://app.example.com newly admits 4 IPv4 addresses.' },
  ]);
  expect(evaluate(gates, [OFFICE, OFFICE], [], [endpoint({ isUnknown: true })])).toMatchObject([
    { passed: false, message: 'The access to https://app.example.com is not known.' },
  ]);
  expect(
    evaluate({ maxNewAddresses: 4n }, [OFFICE, OFFICE], [], [endpoint({ newlyAdmitted: admitted })]),
  ).toMatchObject([{ passed: true }]);
});

test('without options no gate is judged', () => {
  expect(evaluate({}, [OFFICE, undefined], ['anything'])).toEqual([]);
});
