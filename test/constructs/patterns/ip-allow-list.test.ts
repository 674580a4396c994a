import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TerraformStack, TerraformVariable, Token } from 'cdktf';
import { AccessRestriction, IpAllowList, IpPolicyRules, readNetworks } from '../../../src';
import { DEFAULT_GUARDS, formatFeedFile } from '../../../src/feeds/feed-file';
import { annotationsOf } from '../../support/constructs/annotations';
import { openDeployment } from '../../support/constructs/deployment';
import {
  bodiesOf,
  newFolder,
  newStack,
  problemsIn,
  removeFolders,
  render,
  stackWith,
} from '../../support/constructs/synth';
import { expression } from '../../support/expression';

afterEach(removeFolders);

const rulesOf = (stack: TerraformStack): unknown => bodiesOf(stack, 'ip_policy_rules')[0]?.['rules'];

describe('rules', () => {
  test('are canonical and merged, from props and method calls', () => {
    const stack = newStack();
    const list = new IpAllowList(stack, 'list', {
      allow: ['203.0.113.7', { name: 'Lisbon', cidrs: ['2001:DB8:0::/49', '2001:db8:0:8000::/49'], metadata: '{}' }],
      deny: ['198.51.100.0/24'],
    });
    list.allow('198.51.100.0/24', 'lab').allow(['192.0.2.0/25', '192.0.2.128/25']).deny('192.0.2.9', 'printer');
    expect(rulesOf(stack)).toEqual({
      '203.0.113.7/32': { action: 'allow' },
      '2001:db8::/48': { action: 'allow', description: 'Lisbon', metadata: '{}' },
      '198.51.100.0/24': { action: 'deny' },
      '192.0.2.0/24': { action: 'allow' },
      '192.0.2.9/32': { action: 'deny', description: 'printer' },
    });
    expect(problemsIn(stack)).toEqual([]);
  });

  test('can be added and replaced after they were read or rendered', () => {
    const stack = newStack();
    const list = new IpAllowList(stack, 'list', { description: 'Offices', metadata: '{}', allow: ['192.0.2.1'] });
    // The getter renders the rules, so the next call must render them again.
    list.rules.rulesInput;
    list.allow('192.0.2.3');
    expect(rulesOf(stack)).toEqual({ '192.0.2.1/32': { action: 'allow' }, '192.0.2.3/32': { action: 'allow' } });
    list.rules.rules = { '192.0.2.5': { action: 'allow' } };
    expect(rulesOf(stack)).toEqual({ '192.0.2.5': { action: 'allow' } });
    list.allow('192.0.2.7');
    list.rules.rules = { '192.0.2.9': { action: 'allow' } };
    expect(rulesOf(stack)).toEqual({ '192.0.2.9': { action: 'allow' } });
    // An assignment lasts until the next call, which renders all rules of the list.
    list.allow('192.0.2.11');
    const all = ['192.0.2.1/32', '192.0.2.11/32', '192.0.2.3/32', '192.0.2.7/32'];
    expect(Object.keys(rulesOf(stack) as object).sort()).toEqual(all);
    expect(bodiesOf(stack, 'ip_policy')).toMatchObject([{ description: 'Offices', metadata: '{}' }]);
  });

  test('are rendered like those of IpPolicyRules, with quotes, line breaks and references in descriptions', () => {
    const cidr = (n: number): string => `192.0.2.${n}/32`;
    const special = ['a "quote"', 'back\\slash', 'two\nlines', '100 %', '$5', '1e+5', '{}', 'ü'];
    const texts = ['plain', ...special, expression('var.name')];
    const stack = newStack();
    const list = new IpAllowList(stack, 'list');
    for (const [n, name] of texts.entries()) list.allow(cidr(n), name);
    const other = newStack();
    const rules = Object.fromEntries(texts.map((description, n) => [cidr(n), { action: 'allow', description }]));
    new IpPolicyRules(other, 'rules', { ipPolicyId: 'ipp_0123456789', rules });
    expect(rulesOf(stack)).toEqual(rulesOf(other));
  });

  test('are merged with those of an override', () => {
    const stack = newStack();
    const list = new IpAllowList(stack, 'list', { allow: ['192.0.2.1'] });
    list.rules.addOverride('rules', { '192.0.2.3/32': { action: 'deny' } });
    expect(rulesOf(stack)).toEqual({ '192.0.2.1/32': { action: 'allow' }, '192.0.2.3/32': { action: 'deny' } });
  });

  test('that are list tokens are merged by Terraform; rules that deny win, regardless of the order of known rules and tokens', () => {
    const stack = newStack();
    const one = new TerraformVariable(stack, 'one', { type: 'string' }).stringValue;
    const several = new TerraformVariable(stack, 'several', { type: 'list(string)' });
    const list = new IpAllowList(stack, 'list', { deny: [one, '198.51.100.7'] });
    list.allow(Token.asList(several.value), 'later').allow(['192.0.2.1', one]);
    expect(rulesOf(stack)).toBe(
      expression(
        'merge({"192.0.2.1/32" = {"action" = "allow"}}, ' +
          '{ for key, val in var.several: val => {"action" = "allow", "description" = "later"} }, ' +
          '{ for key, val in [var.one]: val => {"action" = "allow"} }, {"198.51.100.7/32" = {"action" = "deny"}}, ' +
          '{ for key, val in [var.one]: val => {"action" = "deny"} })',
      ),
    );
    expect(problemsIn(stack)).toEqual([]);
    expect(annotationsOf(stack)).toEqual([]);
  });

  test('that are tokens stay a map if none can be both allowed and denied', () => {
    const stack = newStack();
    const one = new TerraformVariable(stack, 'one', { type: 'string' });
    new IpAllowList(stack, 'list', { deny: [one.stringValue, '192.0.2.1'] });
    expect(rulesOf(stack)).toEqual({ '192.0.2.1/32': { action: 'deny' }, [expression('var.one')]: { action: 'deny' } });
  });
});

test('a denied network that a variable allows is denied; two representations of it fail the plan', async () => {
  const deployment = await openDeployment();
  const configurationFor = (office: string): object => {
    const stack = stackWith();
    const offices = new TerraformVariable(stack, 'offices', { type: 'list(string)', default: [office] });
    new IpAllowList(stack, 'list', { allow: [Token.asList(offices.value)], deny: ['198.51.100.7'] });
    return render(stack);
  };
  try {
    await deployment.deploy(configurationFor('198.51.100.7/32'));
    expect(deployment.emulator.objects('ip_policy_rule')).toMatchObject([{ cidr: '198.51.100.7/32', action: 'deny' }]);
    expect(await deployment.plan()).toEqual({});
    deployment.use(configurationFor('198.51.100.7'));
    const refused = (await deployment.terraform('plan', '-no-color')).stderr.replaceAll(/\s+/g, ' ');
    expect(refused).toContain("has the equal keys '198.51.100.7' and '198.51.100.7/32'; expected only one of them");
  } finally {
    await deployment.close();
  }
});

describe('problems', () => {
  test('are invalid networks, and rules that deny every address', () => {
    const stack = newStack();
    new IpAllowList(stack, 'typo', { allow: ['10.0.0.1/8', '300.0.0.1'] });
    new IpAllowList(stack, 'deny', { deny: ['203.0.113.0/24'] });
    new IpAllowList(stack, 'both', { allow: ['203.0.113.0/25'], deny: ['203.0.113.0/24'] });
    expect(problemsIn(stack)).toEqual([
      "stack/typo: allow: '10.0.0.1/8' has bits set beyond its mask /8; expected the network address: 10.0.0.0/8",
      expect.stringMatching(/^stack\/typo: allow: '300\.0\.0\.1' is not an IP range; expected an IPv4 or IPv6 range/),
      expect.stringMatching(
        /^stack\/deny: the list has deny rules only, so it denies every address; expected at least one allow rule/,
      ),
      expect.stringMatching(
        /^stack\/both: the list denies every address, because its deny rules match all that it allows/,
      ),
    ]);
  });

  test.each<[unknown, string]>([
    [
      undefined,
      'allow: is undefined; expected a network in CIDR notation, a list of them, or an object { name, cidrs }',
    ],
    [null, 'allow: is null; expected a network'],
    [5, 'allow: is a number; expected a network'],
    [{ name: 'Berlin' }, 'allow: cidrs is undefined; expected a list of networks in CIDR notation'],
    [{ cidrs: '10.0.0.0/8' }, 'allow: cidrs is a string; expected a list of networks in CIDR notation'],
    [['203.0.113.0/24', 5], 'allow: a network is a number; expected a string in CIDR notation'],
  ])('are values that only an app without types can have: %j', (networks, problem) => {
    const stack = newStack();
    new IpAllowList(stack, 'list').allow(networks as string);
    expect(problemsIn(stack)).toEqual([expect.stringContaining(`stack/list: ${problem}`)]);
  });

  test('are strings in place of a list', () => {
    const stack = newStack();
    new IpAllowList(stack, 'list', { allow: '10.0.0.0/8' as unknown as string[] });
    expect(problemsIn(stack)).toEqual(['stack/list: allow: is a string; expected a list of networks']);
  });
});

describe('warnings', () => {
  const allow = ['203.0.113.0/24', '203.0.113.0/24', '203.0.113.0/26', '198.51.100.0/25', '10.0.0.0/8', '::/0'];
  const deny = ['198.51.100.0/24', '192.0.2.0/24'];

  test('report rules without effect, private networks, and lists that are open or empty', () => {
    const stack = newStack();
    new IpAllowList(stack, 'list', { allow, deny }).allow('2001:db8::/32', 'docs');
    new IpAllowList(stack, 'empty');
    const expected = [
      'list: Some rules have no effect, because another rule has the same network and action: 203.0.113.0/24 (because of 203.0.113.0/24).',
      "list: Some rules have no effect, because a rule of the same action has a wider network: 203.0.113.0/26 (because of 203.0.113.0/24), 2001:db8::/32 'docs' (because of ::/0).",
      'list: Some rules have no effect, because deny rules match all of their addresses, and a deny always wins: 198.51.100.0/25 (because of 198.51.100.0/24).',
      'list: Some rules deny addresses that no rule of the list allows, so they have an effect only in a restriction with other policies: 192.0.2.0/24.',
      'list: Some allowed networks are private, so traffic from the internet never has these addresses: 10.0.0.0/8 (RFC 1918). Allow the public addresses of these networks instead.',
      'list: The list allows every IPv6 address that it does not deny.',
      'empty: The list has no rules, so it denies every address.',
    ];
    expect(annotationsOf(stack)).toEqual(expected);
    // A second synthesis of the same app adds no duplicates.
    expect(annotationsOf(stack)).toEqual(expected);
  });

  test('can be suppressed', () => {
    const stack = newStack();
    const warnings = ['duplicate', 'covered', 'shadowed', 'unneeded_deny', 'private', 'open', 'empty'] as const;
    new IpAllowList(stack, 'list', { allow, deny, suppressWarnings: warnings });
    new IpAllowList(stack, 'empty', { suppressWarnings: warnings });
    new IpAllowList(stack, 'fine', { allow: ['203.0.113.0/24', '2001:db8::/32'], deny: ['203.0.113.9'] });
    expect(annotationsOf(stack)).toEqual([]);
  });

  test('do not include deny rules that may be needed for tokens', () => {
    const stack = newStack();
    const one = new TerraformVariable(stack, 'one', { type: 'string' });
    new IpAllowList(stack, 'allowed', { allow: ['203.0.113.0/24', one.stringValue], deny: ['192.0.2.0/24'] });
    expect(annotationsOf(stack)).toEqual([]);
    new IpAllowList(stack, 'denied', { allow: ['203.0.113.0/24'], deny: ['192.0.2.0/24', one.stringValue] });
    expect(annotationsOf(stack)).toEqual([
      expect.stringMatching(/^denied: .*deny addresses that no rule of the list allows/),
    ]);
  });

  test('list a few rules and count the others', () => {
    const stack = newStack();
    new IpAllowList(stack, 'list', { allow: [...Array(9).keys()].map((n) => `10.0.${n}.0/24`) });
    expect(annotationsOf(stack)[0]).toContain('10.0.4.0/24 (RFC 1918) and 4 more.');
  });
});

describe('networks from files', () => {
  const write = (name: string, text: string): string => {
    const file = join(newFolder(), name);
    writeFileSync(file, text);
    return file;
  };

  test.each([
    ['lines.txt', '# ours\n203.0.113.7\n\n 2001:DB8::/32 # docs\r\n', {}, 'lines.txt'],
    ['list.json', '["203.0.113.7", "2001:DB8::/32"]', { name: 'Ours' }, 'Ours'],
    [
      'deep.json',
      '{"prefixes": [{"v4": "203.0.113.7"}, {"v4": "2001:db8::/32"}]}',
      { pick: (document: { prefixes: { v4: string }[] }) => document.prefixes.map(({ v4 }) => v4) },
      'deep.json',
    ],
  ])('reads %s as canonical networks', (name, text, options, named) => {
    const cidrs = ['203.0.113.7/32', '2001:db8::/32'];
    expect(readNetworks(write(name, text), options)).toEqual({ name: named, cidrs });
  });

  test.each([
    ['203.0.113.7\n203.0.113.7/8\n', /lines: line 2: '203\.0\.113\.7\/8' has bits set beyond its mask/],
    ['["203.0.113.7", 5]', /lines: element 1: '5' is not an IP range; expected/],
    ['{"a": []}', /lines: the document is not a list; expected a JSON list of strings\. Select the list with `pick`/],
    ['# nothing\n', /lines: the list is empty; expected at least one/],
  ])('rejects %j', (text, message) => expect(() => readNetworks(write('lines', text))).toThrow(message));

  test('a missing file is reported with the ways to create it', () => {
    const missing = join(newFolder(), 'partner.json');
    expect(() => readNetworks(missing)).toThrow(
      `Cannot read networks from ${missing}: the file does not exist. Create it with netingress feeds add, or write one network per line.`,
    );
  });
});

describe('a feed that is divided among policies', () => {
  function writeFeed(shards: readonly (readonly string[])[], more: object = {}): string {
    const file = join(newFolder(), 'cdn.feed.json');
    const settings = { source: 'fastly', parts: [], maxRulesPerPolicy: 2, guards: DEFAULT_GUARDS, ...more };
    const provenance = { fetched: '2026-11-26T00:00:00Z', documents: [] };
    writeFileSync(file, formatFeedFile({ ...settings, provenance, shards: shards.map((list) => [...list]) }));
    return file;
  }
  const SHARDS = [['44.0.0.0/24', '44.0.1.0/24'], [], ['44.0.2.0/24']];

  test('has a policy for each shard with exactly its networks, which a restriction names after their rules', () => {
    const stack = newStack();
    const list = new IpAllowList(stack, 'cdn', { description: 'CDN', allow: [readNetworks(writeFeed(SHARDS))] });
    const restriction = new AccessRestriction(stack, 'api', { restricts: 'api', policies: [list], enforced: true });
    const rules = bodiesOf<{ ip_policy_id: string; rules: object }>(stack, 'ip_policy_rules');
    // In the order of their names: policy-2, policy-3, policy.
    expect(rules.map((each) => Object.keys(each.rules))).toEqual([SHARDS[1], SHARDS[2], SHARDS[0]]);
    expect(rules[1]?.rules).toEqual({ '44.0.2.0/24': { action: 'allow', description: 'cdn' } });
    expect(bodiesOf(stack, 'ip_policy').map(({ description }) => description)).toEqual(['CDN (2)', 'CDN (3)', 'CDN']);
    const [api] = bodiesOf<{ ip_policy_ids: string[]; depends_on: string[] }>(stack, 'ip_restriction');
    expect([...(api?.ip_policy_ids ?? [])].sort()).toEqual(rules.map((each) => each.ip_policy_id).sort());
    expect(api?.depends_on.map((address) => address.split('.')[0])).toEqual(
      Array(3).fill('netingress_ip_policy_rules'),
    );
    expect(restriction.restriction.ipPolicyIdsInput).toHaveLength(3);
    expect(problemsIn(stack)).toEqual([]);
    expect(() => list.id).toThrow("The list 'stack/cdn' has 3 policies, so it has no single id. Use `policies`.");
  });

  test.each([
    [
      'other networks',
      (list: IpAllowList) => list.deny('192.0.2.1'),
      /has other networks beside the feed .*cdn\.feed\.json, .*expected the feed alone/,
    ],
    [
      'a second feed',
      (list: IpAllowList) => list.allow(readNetworks(writeFeed([['44.1.0.0/24']]))),
      /has other networks beside the feed/,
    ],
  ])('refuses %s', (_, add, message) => {
    const stack = newStack();
    add(new IpAllowList(stack, 'cdn', { allow: [readNetworks(writeFeed(SHARDS))] }));
    expect(problemsIn(stack)).toEqual([expect.stringMatching(message)]);
  });

  test.each([
    ['a part', (cidrs: readonly string[]) => cidrs.slice(1)],
    ['none', () => []],
    ['others', (cidrs: readonly string[]) => ['192.0.2.1/32', ...cidrs.slice(1)]],
  ])('refuses %s of its networks, because the rules are those of the file', (_, change) => {
    const stack = newStack();
    const feed = readNetworks(writeFeed(SHARDS));
    new IpAllowList(stack, 'cdn', { allow: [{ ...feed, cidrs: change(feed.cidrs) }] });
    expect(problemsIn(stack)).toEqual([
      expect.stringMatching(
        /The list has not all networks of the feed .*; expected the feed as readNetworks returns it/,
      ),
    ]);
  });

  test('refuses a smaller limit, and a feed that is added after the restriction', () => {
    const stack = newStack();
    new IpAllowList(stack, 'cdn', { maxRulesPerPolicy: 1, allow: [readNetworks(writeFeed(SHARDS))] });
    const late = new IpAllowList(stack, 'late');
    new AccessRestriction(stack, 'api', { restricts: 'api', policies: [late] });
    late.allow(readNetworks(writeFeed(SHARDS)));
    expect(problemsIn(stack)).toEqual([
      expect.stringMatching(
        /maxRulesPerPolicy is 1, but .* has up to 2 networks in a policy .*--max-rules-per-policy 1/,
      ),
      expect.stringContaining('had 1 policies when the restriction was created, and now has 3'),
    ]);
  });

  test('names the line of a file that was edited into nonsense; a file that is not divided has all networks', () => {
    const file = writeFeed(SHARDS);
    writeFileSync(file, readFileSync(file, 'utf8').replace('44.0.2.0/24', '44.0.2.0/33'));
    expect(() => readNetworks(file)).toThrow(
      /^Cannot read networks from .*cdn\.feed\.json: line \d+: shards\[2\]\[0\] '44\.0\.2\.0\/33' has the mask '\/33'; expected/,
    );
    const whole = writeFeed([['44.0.0.0/24', '44.0.1.0/24']], { maxRulesPerPolicy: undefined });
    expect(readNetworks(whole)).toMatchObject({ name: 'cdn', cidrs: ['44.0.0.0/24', '44.0.1.0/24'] });
  });
});

test('a list without a feed that is above the limit names both numbers and both ways out; adjacent networks are one rule', () => {
  const stack = newStack();
  new IpAllowList(stack, 'list', { maxRulesPerPolicy: 2, allow: ['44.0.0.0/24', '44.0.2.0/24', '44.0.4.0/24'] });
  expect(problemsIn(stack)).toEqual([
    expect.stringMatching(
      /has 3 rules; expected at most maxRulesPerPolicy, 2\. .*feeds add URL --max-rules-per-policy 2 .*--max-rules 1` \(for each of IPv4 and IPv6\)/,
    ),
  ]);
  const fitting = newStack();
  new IpAllowList(fitting, 'list', { maxRulesPerPolicy: 1, allow: ['44.0.0.0/24', '44.0.1.0/24'] });
  expect(problemsIn(fitting)).toEqual([]);
});

describe('networks with an end', () => {
  const DAY = 24 * 3_600_000;
  const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();

  /** The networks and the warnings of a list with an office, and with a contractor until the end. */
  function listUntil(expires: string, suppressWarnings: readonly 'expired'[] = []) {
    const stack = newStack();
    const contractor = { name: 'Contractor', cidrs: ['198.51.100.7'], expires };
    const list = new IpAllowList(stack, 'list', { allow: ['203.0.113.0/24', contractor], suppressWarnings });
    const warnings = annotationsOf(stack);
    return { networks: Object.keys(rulesOf(stack) as object).sort(), warnings, problems: list.node.validate() };
  }

  const kept = ['198.51.100.7/32', '203.0.113.0/24'];

  test.each([
    ['far from the end, the networks are allowed without a warning', 30, kept, []],
    ['in the last 14 days, synthesis warns and keeps the networks', 13, kept, ["The networks 'Contractor' expire at"]],
    ['after the end, it leaves them out', -1, ['203.0.113.0/24'], ["The networks 'Contractor' expired at"]],
  ] as const)('%s', (_, days, networks, warnings) => {
    const says = warnings.map((warning) => expect.stringContaining(warning));
    expect(listUntil(inDays(days))).toEqual({ networks, warnings: says, problems: [] });
  });

  test('an end that is not a time is an error, and its networks are left out', () => {
    expect(listUntil('tomorrow')).toMatchObject({
      networks: ['203.0.113.0/24'],
      problems: [expect.stringContaining("expires is 'tomorrow'; expected a time")],
    });
  });

  test('the warning about an end in the past can be suppressed', () => {
    expect(listUntil(inDays(-1), ['expired']).warnings).toEqual([]);
  });
});
