/** The troubleshooting page has every message that the README and the guides quote, and every line of doctor; all of them are real. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator } from '../../src/emulator';
import { isolatedEnvironment } from '../../src/terraform/environment';
import { installScript, PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import { findPackage, providerFile } from '../../src/terraform/npm-package';
import { readWithPackageVersion } from '../../src/terraform/provider-build';
import { run } from '../../src/terraform/run';
import { terraformBinary } from '../support/terraform-binary';
import { doctorMessages } from './doctor-messages';
import { allDocuments, root } from './documents';

jest.setTimeout(120_000);

const PAGE = 'docs/guides/troubleshooting.md';

/** The messages of the rows below a heading. */
function messagesBelow(heading: string): string[] {
  const [, section = ''] = readFileSync(join(root, PAGE), 'utf8').split(`\n## ${heading}\n`);
  const rows = (section.split('\n## ')[0] as string).split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) => {
    const [cell = ''] = row.slice(2).split(' | ');
    return cell.startsWith('`` ') ? [cell.slice(3, -3)] : [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
  });
}

const HEADINGS = ['Terraform and OpenTofu', 'CDKTF and npm', 'The service and its emulator', 'Recorded events'];
const messages = HEADINGS.flatMap(messagesBelow);

test('every line of doctor that is not ok has a row, and every row is such a line', () => {
  expect(messagesBelow('Lines of `netingress doctor`').sort()).toEqual(doctorMessages());
});

/** Quoted errors: codes, and texts that something ends with, fails with or reports. */
const QUOTED =
  /`(ERR_[A-Z_]*\d+)`|(?:fails|ends|end) with `([^`]+)`|reports(?: only)? `([^`]+)`|every problem: `([^`]+)`/g;

test('every error that the README and the guides quote has a row', () => {
  const documents = allDocuments().filter(
    ({ path }) => /^(README|docs\/guides\/|examples\/)/.test(path) && path !== PAGE,
  );
  const quoted = documents.flatMap(({ path }) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(QUOTED)].flatMap((match) => {
      const text = match.slice(1).find((each) => each !== undefined) ?? '';
      return /^ERR_/.test(text) || (/\w+ \w+ \w+/.test(text) && !/^Verified/.test(text)) ? [{ path, text }] : [];
    }),
  );
  expect(quoted.length).toBeGreaterThan(5);
  expect(quoted.filter(({ text }) => !messages.some((message) => text.includes(message)))).toEqual([]);
});

/** Other tests in which the message, or the number of its code, is expected. */
const REPRODUCED: Readonly<Record<string, string>> = {
  'authentication signature from unknown issuer': 'test/cli/publish/terraform.test.ts',
  'does not have a package available for your current platform': 'test/cli/publish/terraform.test.ts',
  'The provider for … was not found': 'test/cli/provider-platforms.test.ts',
  "has the version constraint '…' and no entry in": 'test/constructs/install-provider.test.ts',
  'cannot listen on': 'test/emulator/http/server.test.ts',
  'NETINGRESS_API_KEY is not set': 'test/cli/exit-status.test.ts',
  'the service rejected the API key': 'test/preview/account-object.test.ts',
  'nothing listens there': 'test/cli/watch.test.ts',
  "the base URL does not lead to the service's API": 'test/client/errors/errors.test.ts',
  'matches no file': 'test/cli/event-files.test.ts',
  'contains no event; expected events': 'test/cli/event-files.test.ts',
  'needs the package @duckdb/node-api': 'test/cli/preview/duckdb-missing.test.ts',
  'expected the columns address,part,requests,last_time': 'test/cli/preview/traffic.test.ts',
  'is not an IP address; expected': 'test/cli/preview/traffic.test.ts',
  'The input is cut off': 'test/cli/event-files.test.ts',
  'uses plain http to': 'test/cli/connection.test.ts',
  'A file exists and differs from the one that would be written': 'test/cli/ci/init.test.ts',
  'Cannot post the report, so it is printed instead': 'test/cli/comment.test.ts',
  'No host was found to comment on': 'test/cli/comment.test.ts',
  'would be overwritten': 'test/cli/adopt.test.ts',
  'is too old; expected': 'test/cli/node-version.test.ts',
  ERR_1408: 'test/preview/refusals.test.ts',
  ERR_1802: 'test/preview/refusals.test.ts',
  ERR_NGROK_446: 'test/provider/profile-types.test.ts',
  ERR_NGROK_18006: 'test/provider/profile-types.test.ts',
};

test.each(Object.entries(REPRODUCED))('%s is expected by %s', (message, file) => {
  expect(messages).toContain(message);
  // Codes of the profile `spec` are numbers there, and patterns have backslashes.
  const parts = message.replace(/^ERR_(?=\d)/, '').split('…');
  const text = readFileSync(join(root, file), 'utf8').replaceAll('\\', '');
  expect(text).toContain((parts.at(-1) ?? '').trim());
});

/** What the emulator says below. */
const EMULATOR = ['ERR_NGROK_5400', 'is unknown; expected one of'];

describe('Terraform', () => {
  let folder: string;
  let mirror: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'netingress-trouble-'));
    mirror = join(folder, 'mirror');
    const installed = findPackage();
    installScript(mirror, readWithPackageVersion(providerFile(installed), installed.version));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function configure(version: string, more = ''): void {
    const requirement = `netingress = {\n source = "${PROVIDER_ADDRESS}"\n version = "${version}"\n }`;
    writeFileSync(join(folder, 'main.tf'), `terraform {\n required_providers {\n ${requirement}\n }\n }\n${more}`);
  }

  /** The output without frames and line breaks. */
  async function terraform(
    args: readonly string[],
    { searchPath = process.env['PATH'] ?? '', isMirrored = true } = {},
  ): Promise<string> {
    const variables = { NETINGRESS_BASE_URL: 'http://127.0.0.1:9', NETINGRESS_API_KEY: 'any' };
    const options = { folder: join(folder, 'run'), searchPath, variables };
    const env = await isolatedEnvironment(isMirrored ? { ...options, mirror } : options);
    const { stdout, stderr } = await run(terraformBinary(), [...args, '-no-color'], { cwd: folder, env });
    return `${stdout}${stderr}`.replace(/[│╷╵\s]+/g, ' ');
  }

  const PROVOKED: readonly [string, () => Promise<string>][] = [
    [
      "Failed to read any lines from plugin's stdout",
      async () => {
        configure('0.1.0', 'resource "netingress_ip_policy" "a" {}\n');
        await terraform(['init']);
        const bin = join(folder, 'bin');
        mkdirSync(bin);
        symlinkSync('/usr/bin/env', join(bin, 'env'));
        return terraform(['plan'], { searchPath: bin });
      },
    ],
    [
      'could not connect to terraform.local',
      async () => {
        configure('0.1.0');
        return terraform(['init'], { isMirrored: false });
      },
    ],
    [
      'Could not retrieve providers for locking',
      async () => {
        configure('0.1.0');
        return terraform(['providers', 'lock'], { isMirrored: false });
      },
    ],
    [
      'Incomplete lock file information for providers',
      async () => {
        configure('0.1.0');
        return terraform(['init']);
      },
    ],
    [
      'no available releases match the given constraints',
      async () => {
        configure('9.9.9');
        return terraform(['init']);
      },
    ],
    [
      "doesn't match any of the checksums previously recorded in the dependency lock file",
      async () => {
        configure('0.1.0');
        await terraform(['init']);
        rmSync(join(folder, '.terraform'), { recursive: true });
        const installed = join(mirror, PROVIDER_ADDRESS, '0.1.0');
        for (const platform of readdirSync(installed)) writeFileSync(join(installed, platform, 'added'), '');
        return terraform(['init']);
      },
    ],
    [
      'Inconsistent dependency lock file',
      async () => {
        configure('0.1.0');
        await terraform(['init']);
        configure('9.9.9', 'resource "netingress_ip_policy" "a" {}\n');
        return terraform(['plan']);
      },
    ],
  ];

  test.each(PROVOKED)('says: %s', async (message, provoke) => {
    expect(await provoke()).toContain(message);
  });

  test('every message is expected by a test, except three of CDKTF: of cdktn get in Python, and of its command lines on Node 20 and 24', () => {
    const expected = [...Object.keys(REPRODUCED), ...EMULATOR, ...PROVOKED.map(([message]) => message)];
    const others = [
      "No module named 'imports.netingress.provider.functions'",
      'was compiled against a different Node.js version',
      'markAsUncloneable is not a function',
    ];
    expect([...expected, ...others].sort()).toEqual([...messages].sort());
  });
});

test('the emulator refuses a traffic source without fields, and wrong members of its controls', async () => {
  const emulator = createEmulator({ profile: 'ngrok' });
  const post = async (path: string, body: object): Promise<string> => {
    const headers = { Authorization: 'Bearer any', 'Content-Type': 'application/json', 'Ngrok-Version': '2' };
    const request = new Request(`http://emulator${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await emulator.fetch(request)).text();
  };
  const sources = [{ type: 'http_request_complete.v0' }];
  expect(await post('/event_subscriptions', { sources })).toContain(EMULATOR[0]);
  expect(await post('/_emulator/faults', { do: { stats: 1 } })).toContain(EMULATOR[1]);
  await emulator.close();
});
