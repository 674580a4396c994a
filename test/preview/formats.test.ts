import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { graphFromObjects } from '../../src/graph/build/from-objects';
import { markNodes } from '../../src/graph/focus';
import { preview } from '../../src/preview/command';
import { describePreview } from '../../src/preview/formats/describe-preview';
import { formatChange } from '../../src/preview/formats/sections';
import type { ChangedObject } from '../../src/preview/objects';
import type { PreviewOutcome } from '../../src/preview/outcome';
import { graphFromChange } from '../../src/preview/picture';
import type { PreviewReport } from '../../src/preview/report';
import { MAX_CHARACTERS } from '../../src/report/markdown';
import { startBrowser } from '../browser';
import { campaignSize } from '../fuzz';
import { writeFormat } from '../support/cli/write-format';
import { testWith } from '../support/requirements';

const hostile =
  '</title><script>alert(1)</script> "q" \'a\' | ``` @team https://evil.example/a_b?c (HTTP://evil.example) ftp://evil www.evil.example\n## heading ünïcödé --> %%{init}%%';

const object = (index: number): ChangedObject => ({
  action: (['create', 'change', 'replace', 'destroy'] as const)[index % 4] ?? 'create',
  ...{ kind: 'ip_policy', title: 'IP policy', id: `ipp_${index}`, replaced_by: null },
  name: index === 0 ? hostile : `policy ${index}`,
  ...{ stack: 'access', address: `netingress_ip_policy.p${index}`, path: `access/p${index}` },
  attributes: [{ name: 'description', before: 'a', after: hostile }],
});

const network = (index: number) => ({
  cidr: `10.${index >> 8}.${index & 255}.0/24`,
  addresses: '256',
  causes: [`allow 10.0.0.0/8 '${hostile}' of 'Offices' (new)`],
});

/** What one side of a change admits or shuts out. */
const side = (ipv4: string, ipv6 = '0', networks: readonly object[] = []) =>
  ({
    ...{ ipv4, ipv6, networks, witness: null, causes: [], witness_before: [], witness_after: [] },
    possible: { ipv4: '0', ipv6: '0', networks: [], witness: null },
  }) as unknown as PreviewReport['access'][number]['newly_admitted'];
const unchanged = side('0');
const counted = (requests: number) => ({ requests, addresses: requests, at_least: false, top: [] });

function createSample(size: number): PreviewReport {
  const networks = [...Array(size).keys()].map(network);
  const location = { stack: 'access', address: 'netingress_ip_policy_rule.x', path: 'access/x' };
  return {
    ...{ format: 'netingress-preview', version: 1, result: 'incomplete', exit_status: 3 },
    stacks: [{ name: 'access', directory: 'cdktf.out/stacks/access', status: 'refused', reason: null }],
    refusals: [
      {
        ...{ ...location, by: 'service', code: 'ERR_1408', status: 409, message: hostile },
        remedies: ['Import the existing object.'],
        request: 'op_2xAAAAAAAAAAAAAAAAAAAAAAAAA',
      },
    ],
    gates: [{ gate: '--no-new-access', result: 'failed', message: 'The API newly admits 256 IPv4 addresses.' }],
    accounts: ['https://api.example.com'],
    access: [
      {
        ...{ account: 'https://api.example.com', type: 'api', before: 'enforced', after: 'enforced' },
        newly_admitted: side(String(256 * size), '0', networks),
        newly_shut_out: side('256', String(2n ** 96n), [
          { cidr: '203.0.113.0/24', addresses: '256', causes: [] },
          { cidr: '2001:db8::/32', addresses: String(2n ** 96n), causes: [] },
        ]),
        admits_after: ['10.0.0.0/8'],
        admits_all_because: [],
        may_admit_after: [],
        new_policies: [{ id: 'ipp_1', name: hostile, rules: 3 }],
        named_addresses: [{ address: '203.0.113.7', change: 'shut_out' }],
      },
    ],
    endpoints: [
      {
        ...{ account: 'https://api.example.com', url: 'https://app.example.com', binding: 'public' },
        ...{ before: 'served', after: 'served', changed: true },
        newly_admitted: side('256', '0', [network(0)]),
        newly_shut_out: unchanged,
        admits_all_after: false,
        depends: [`req.url.path == '${hostile}'`],
      },
    ],
    dangers: [
      {
        ...{ type: 'rename', message: 'Only the name changes.', remedy: 'Add a moved block.' },
        account: 'https://api.example.com',
        object: { ...location, kind: 'ip_policy', id: '', name: 'x' },
        causes: [],
      },
    ],
    objects: [...Array(size).keys()].map(object),
    imports: [{ ...location }],
    other_resources: [{ stack: 'access', address: 'up_thing.x', actions: ['update'] }],
    drift: [{ ...location, change: 'changed', attributes: ['action'] }],
    never_settles: [{ stack: 'access', address: 'up_thing.x', actions: ['update'] }],
    cost: { requests: 12, writes: 3, requests_per_minute: 120, minutes: 0, audit_events: 3, read_requests: 17 },
    incomplete: ['Domains could not be read: the service rejected the API key.'],
    unknown: ['DNS records.'],
    backtest: {
      events: 10,
      unread: ['The events a.gz cannot be read.'],
      restrictions: [
        {
          ...{ account: 'https://api.example.com', type: 'endpoints', requests: 9 },
          ...{ newly_refused: counted(9), newly_admitted: counted(0), not_known: counted(0) },
        },
      ],
      authors_shut_out: [],
      authors_maybe_shut_out: 1,
    },
  };
}

/** The changed objects, each with a rule. */
const draw = ({ objects }: PreviewReport) =>
  markNodes(
    graphFromObjects(
      objects.flatMap(({ kind, id, name }) => [
        { kind, id, values: { description: name } },
        { kind: 'ip_policy_rule', id: `${id}/rule`, values: { ip_policy_id: id, cidr: '10.0.0.0/8', action: 'allow' } },
      ]),
    ),
    ({ kind }) => (kind === 'ip_policy' ? { text: 'changed', tone: 'changed' } : undefined),
  );
const FORMATS = Object.keys(preview.formats) as (keyof typeof preview.formats)[];

function format(sample: PreviewReport, name: (typeof FORMATS)[number], named?: Parameters<typeof describePreview>[2]) {
  const described = describePreview(sample, () => draw(sample), named);
  return writeFormat(preview.formats[name], described, 'preview');
}

const report = createSample(4);
const schemaFile = join(__dirname, '../../docs/schemas/preview-report.schema.json');
const schema = z.fromJSONSchema(JSON.parse(readFileSync(schemaFile, 'utf8')));

test.each(FORMATS)('no control character of a description is in the format %s', async (name) => {
  const description = 'Office\u001b]0;owned\u0007\u001b[31m\u009b';
  const named = { ...report.access[0]?.new_policies[0], id: 'ipp_1', name: description, rules: 1 };
  const access = report.access.map((each) => ({ ...each, type: description, new_policies: [named] }));
  const objects = report.objects.map((each) => ({ ...each, name: description }));
  const text = await format({ ...report, access, objects, incomplete: [description] }, name);
  expect(text).not.toMatch(/[^\P{Cc}\n]/u);
});

test('in the picture of several accounts, a URL leads to the endpoint of the same account', () => {
  const policy = {
    on_http_request: [{ actions: [{ type: 'forward-internal', config: { url: 'https://a.internal' } }] }],
  };
  const accountOf = (name: string) => {
    const cloud_endpoint = [
      { id: `ep_in_${name}`, values: { url: 'https://a.internal' } },
      { id: `ep_${name}`, values: { url: `https://${name}.example.com`, traffic_policy: JSON.stringify(policy) } },
    ];
    return { objects: { cloud_endpoint } };
  };
  // Two copies whose accounts have one name, and a snapshot with two accounts.
  const accounts = [{ default: accountOf('a') }, { default: accountOf('b'), other: accountOf('c') }].map((each) => {
    const snapshot = { accounts: each };
    return { before: snapshot, after: snapshot, failures: [] };
  });
  const outcome = { accounts, findMarks: () => undefined } as unknown as PreviewOutcome;
  const { edges } = graphFromChange(outcome, { ...report, objects: [] });
  expect(edges.map(({ from, to }) => `${from} -> ${to}`)).toEqual(
    ['a', 'b', 'c'].map((name) => `cloud_endpoint ep_${name} -> cloud_endpoint ep_in_${name}`),
  );
});

test('the JSON report matches the published schema', async () => {
  const parsed = JSON.parse(await format(report, 'json')) as object;
  expect(schema.safeParse(parsed).error?.issues ?? []).toEqual([]);
  for (const wrong of [{ more: 1 }, { result: 'other' }, { exit_status: 0.5 }])
    expect(schema.safeParse({ ...parsed, ...wrong }).success).toBe(false);
});

test.each(FORMATS)('%s has the same bytes for the same report', async (name) => {
  expect(await format(structuredClone(report), name)).toBe(await format(report, name));
});

test('the text report has the worst first and the result last', async () => {
  const lines = (await format(report, 'text')).trimEnd().split('\n');
  const headings = lines.filter((line) => /^\S/.test(line));
  const worst = ['Would be refused', 'Not previewed, not read or not decided', 'Gates', 'Access'];
  expect(headings.slice(0, 4)).toEqual(worst);
  expect(headings.at(-1)).toBe('Incomplete: 1 part not previewed, not read or not decided.');
  expect(lines.join('\n')).toContain('the address 203.0.113.7 of --address is newly SHUT OUT');
});

test.each<[string, Partial<PreviewReport>]>([
  ['no changes', { objects: [], imports: [] }],
  ['1 imported; nothing else changes', { objects: [], other_resources: [] }],
  ['1 imported', { objects: [] }],
  ['1 changed, 1 imported', { objects: [object(1)] }],
])('the result of a change that applies says: %s', async (summary, more) => {
  const [applied] = report.stacks.map((stack) => ({ ...stack, status: 'applied' as const }));
  const text = await format({ ...report, result: 'applies', stacks: applied ? [applied] : [], ...more }, 'text');
  expect(text.trimEnd().split('\n').at(-1)).toBe(`Would apply: 1 stack, ${summary}.`);
});

test('a stack that --stack leaves out is named, and with --dir the head and the summary name a folder', async () => {
  const of = (name: string, status: 'applied' | 'left_out') => ({ name, directory: name, status, reason: null });
  const applied = { ...report, result: 'applies' as const, objects: [object(0)], imports: [], other_resources: [] };
  const stacks = [of('network', 'applied'), of('edge', 'left_out')];
  const selected = await format({ ...applied, stacks }, 'markdown', { selected: ['network'] });
  expect(selected).toContain('Would apply: 1 stack, 1 created. Not previewed, because --stack leaves out: edge.\n');
  const folder = await format({ ...applied, stacks: [of('all', 'applied')] }, 'markdown', { isFolder: true });
  expect(folder).toContain(' · folder all\n');
  expect(folder).toContain('Would apply: 1 folder, 1 created.');
});

test('a refused preview says of the access that the apply may leave it so, has none if nothing was written, and ids that only the copy has are named by where their objects are configured', async () => {
  const created = { ...object(4), name: 'created' };
  const replaced = { ...object(2), id: 'ipp_old', replaced_by: 'ipp_new' };
  const attributes = [{ name: 'ip_policy_ids', before: ['ipp_old'], after: [created.id, 'ipp_new', 'ipp_9'] }];
  const changed = { ...object(1), attributes };
  const refused = { ...report, result: 'refused' as const, objects: [created, replaced, changed] };
  const text = await format(refused, 'text');
  expect(text).toContain('ip_policy_ids: ["ipp_old"] -> ["access/p4","access/p2","ipp_9"]');
  expect(text).toMatch(
    /^Access\n +after the refused apply, which keeps what it wrote before, the account may be left so, .*:\n +the API /m,
  );
  expect(await format({ ...refused, objects: [] }, 'text')).not.toMatch(/^Access$/m);
});

test('two long values are shown from shortly before their first difference', () => {
  const list = (last: string): string => `${'a'.repeat(100)}, ${last}${', b'.repeat(50)}`;
  const changed = { name: 'traffic_policy', before: list('/admin'), after: list('/admin/') };
  expect(formatChange(changed, new Map())).toBe(
    `…${'a'.repeat(12)}, /admin${', b'.repeat(20)}… -> …${'a'.repeat(12)}, /admin/${', b'.repeat(19)}, …`,
  );
});

test('a restriction that is created says what it admits, and which policy it uses', async () => {
  const policy = { id: 'ipp_1', name: 'Office', rules: 2 };
  const created = { before: 'absent', after: 'enforced', admits_after: ['0.0.0.0/0'], new_policies: [policy] } as const;
  const text = await format({ ...report, access: report.access.map((each) => ({ ...each, ...created })) }, 'text');
  expect(text).toContain('now admits 0.0.0.0/0\n');
  expect(text).toContain("newly used: policy 'Office' with 2 rules\n");
});

test('a part that was open and stays open says that everybody gets in, and why', async () => {
  const same = { newly_admitted: unchanged, newly_shut_out: unchanged };
  const admits_all_because = ["allow 0.0.0.0/0 'Test' of 'Office'"];
  const open = { ...same, admits_after: ['0.0.0.0/0'], admits_all_because, new_policies: [], named_addresses: [] };
  const served = { ...same, admits_all_after: true, depends: [] };
  const access = report.access.flatMap((each) => [
    { ...each, ...open },
    { ...each, ...open, type: 'dashboard', admits_after: ['10.0.0.0/8'], admits_all_because: [] },
    { ...each, ...open, type: 'agent', before: 'absent' as const, admits_all_because: [] },
  ]);
  const endpoints = report.endpoints.map((each) => ({ ...each, ...served }));
  const text = await format({ ...report, access, endpoints }, 'text');
  for (const line of [
    "the API: the access is equal, and every IPv4 address gets in: allow 0.0.0.0/0 'Test' of 'Office'\n",
    'the dashboard: the access is equal\n',
    'https://app.example.com: the access is equal, and every request gets in\n',
  ])
    expect(text).toContain(line);
  const opened = /no restriction, then enforced\)\n +now admits 0\.0\.0\.0\/0\n +now every IPv4 address gets in\n/;
  expect(text).toMatch(opened);
});

test('a danger lists five of the rules that cause it, each with its place, and counts the others', async () => {
  const [danger] = report.dangers;
  const rule = (index: number) => ({
    rule: `allow 10.${index}.0.0/16 of 'Office' (new)`,
    ...{ stack: 'access', address: `netingress_ip_policy_rule.r${index}`, path: `access/r${index}` },
  });
  const causes = [...Array(7).keys()].map(rule);
  const dangers = [{ ...danger, causes } as PreviewReport['dangers'][number]];
  const fifth = "cause: allow 10.4.0.0/16 of 'Office' (new), access/r4 in stack access\n";
  expect(await format({ ...report, dangers }, 'text')).toContain(`${fifth}    and 2 more rules\n`);
});

// A plain run has more objects and networks than any list or picture names.
test.each([4, campaignSize(500, 5000)])(
  'Markdown with %i objects and networks is one comment with a marker',
  async (size) => {
    const text = await format(createSample(size), 'markdown');
    expect(text.length).toBeLessThanOrEqual(MAX_CHARACTERS);
    expect(text.startsWith('<!-- netingress-preview -->\n')).toBe(true);
    expect(text).not.toContain('<script>');
    expect(text).not.toMatch(/^## heading/m);
    expect(text).not.toMatch(/@team/);
    const code = /(?<!\\)`[^`\n]*`/g;
    expect(text.match(code)).toEqual(expect.arrayContaining(['`https://evil.example/a_b?c`', '`www.evil.example`']));
    expect(text.replace(code, '')).not.toMatch(/:\/\/|www\./);
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
  },
);

testWith('chromium')('the page runs no script of a user, and marks opened and lost access', async () => {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('dialog', (dialog) => {
      problems.push('a script ran');
      void dialog.dismiss();
    });
    await page.setContent(await format(report, 'html'));
    expect(await page.locator('.result').innerText()).toContain('Incomplete');
    // Opened access is not shown like what was proved.
    expect(await page.locator('#access .tone-attention').allInnerTexts()).toEqual([
      expect.stringContaining('newly admitted: 1,024 IPv4 addresses'),
      expect.stringContaining('newly admitted: 256 IPv4 addresses'),
    ]);
    expect(await page.locator('#access').locator('.tone-good, .tone-added').count()).toBe(0);
    expect(await page.locator('header .scope').innerText()).toBe('Account https://api.example.com · stack access');
    expect(await page.locator('#access .tone-removed').allInnerTexts()).toEqual([
      expect.stringContaining('203.0.113.0/24'),
      expect.stringContaining('SHUT OUT'),
    ]);
    expect(await page.locator('.box.tone-changed').count()).toBe(4);
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
  }
});

test('with several accounts, and only then, each line names its account: access, backtest, dangers and authors who are shut out', async () => {
  const author = { type: 'api', id: 'usr_1', subject: 'ci', credential_id: null, address: null } as const;
  const accounts = ['https://api.example.com', 'https://b.example.com'];
  const write = (of: readonly string[]): Promise<string> => {
    const dangers = report.dangers.map((danger) => ({ ...danger, account: of.at(-1) ?? null }));
    const shutOut = { ...author, accounts: of, events: 2, last_time: '2026-05-01T10:00:00Z' };
    const backtest = report.backtest && { ...report.backtest, authors_shut_out: [shutOut] };
    return format({ ...report, accounts: of, dangers, backtest }, 'text');
  };
  const several = await write(accounts);
  for (const line of [
    '  the API of https://api.example.com (enforced)\n',
    '  https://app.example.com of https://api.example.com (online)\n',
    '  endpoints of https://api.example.com: 9 recorded requests\n',
    'https://b.example.com: Only the name changes.',
    "'ci' would be shut out of the API of https://api.example.com and https://b.example.com (2 changes",
  ])
    expect(several).toContain(line);
  const single = await write(accounts.slice(0, 1));
  for (const line of ['the API (enforced)', 'https://app.example.com (online)', 'endpoints: 9 recorded requests'])
    expect(single).toContain(`  ${line}\n`);
  expect(single).not.toContain('https://api.example.com: Only');
  expect(single).toContain("'ci' would be shut out of the API (2 changes");
});

test('a long word in Markdown does not take quadratic time', async () => {
  const began = process.cpuUsage();
  const text = await format({ ...report, unknown: ['a'.repeat(200_000), `${'a-'.repeat(100_000)}://b`] }, 'markdown');
  expect(text).toContain('## ');
  // Some milliseconds of processor time; quadratic time is more than half a minute.
  expect(process.cpuUsage(began).user).toBeLessThan(10_000_000);
});

const MAX_GATE = { gate: '--max-new-addresses 256', result: 'passed', message: 'No more are newly admitted.' } as const;

test.each<[string, string, Partial<PreviewReport>]>([
  ['✅', 'changes no access', { access: [] }],
  ['⚠️', 'newly admits addresses, also if a gate accepts them', { gates: [MAX_GATE] }],
  ['⚠️', 'shuts somebody out', {}],
  ['⚠️', 'is dangerous', { access: [], dangers: report.dangers }],
  ['❓', 'is not decided', { access: [], result: 'incomplete' }],
  ['❌', 'fails a gate', { access: [], result: 'gate_failed' }],
])('%s is above a change that %s', async (icon, _, more) => {
  const { access, ...report } = createSample(1);
  const [first, ...others] = access;
  const shown = more.gates ? [{ ...first, newly_shut_out: unchanged }, ...others] : access;
  const sample = { ...report, access: shown, endpoints: [], dangers: [], result: 'applies', ...more } as PreviewReport;
  expect((await format(sample, 'markdown')).split('\n')).toContain(`## ${icon} Preview`);
});
