/**
 * The troubleshooting page has every error that the README, the guides and the examples quote, and every line of doctor
 * that is not ok. Each message of the page is provoked here, found in the sources, or listed in NOT_IN_SOURCES.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isolatedEnvironment } from '../../src/terraform/environment';
import { installScript, PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import { findPackage, providerFile } from '../../src/terraform/npm-package';
import { readWithPackageVersion } from '../../src/terraform/provider-build';
import { run } from '../../src/terraform/run';
import { useFolder } from '../support/folder';
import { testRows } from '../support/requirements';
import { terraformBinary } from '../support/terraform-binary';
import { doctorMessages } from './doctor-messages';
import { allDocuments, root } from './documents';

const PAGE = 'docs/guides/troubleshooting.md';

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

test('every error that the README, the guides and the examples quote has a row', () => {
  const documents = allDocuments().filter(
    ({ path }) => /^(README|docs\/guides\/|examples\/)/.test(path) && path !== PAGE,
  );
  const quoted = documents.flatMap(({ path }) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(QUOTED)].flatMap((match) => {
      const text = match.slice(1).find((each) => each !== undefined) ?? '';
      // A text of one or two words, or with which a check of access succeeds (`Verified 2 networks.`), is no error.
      return /^ERR_/.test(text) || (/\w+ \w+ \w+/.test(text) && !/^Verified/.test(text)) ? [{ path, text }] : [];
    }),
  );
  expect(quoted.length).toBeGreaterThan(5);
  expect(quoted.filter(({ text }) => !messages.some((message) => text.includes(message)))).toEqual([]);
});

/**
 * Messages of the page that are not in `src`: of Terraform's installer, of cdktn get in Python, of the command lines of
 * CDKTF on Node 20 and 24, of `gh`, and two that `src` puts together of parts: test/cli/exit-status.test.ts and
 * test/cli/preview/traffic.test.ts expect those.
 */
const NOT_IN_SOURCES = [
  'Resource not accessible by integration (HTTP 403)',
  'authentication signature from unknown issuer',
  'does not have a package available for your current platform',
  "No module named 'imports.netingress.provider.functions'",
  'was compiled against a different Node.js version',
  'markAsUncloneable is not a function',
  'NETINGRESS_API_KEY is not set',
  'expected the columns address,part,requests,last_time',
];

describe('Terraform', () => {
  const files = useFolder();
  let mirror: string;
  beforeEach(() => {
    mirror = join(files.folder, 'mirror');
    const installed = findPackage();
    installScript(mirror, readWithPackageVersion(providerFile(installed), installed.version));
    configure('0.1.0');
  });

  function configure(version: string): void {
    const requirement = `netingress = {\n source = "${PROVIDER_ADDRESS}"\n version = "${version}"\n }`;
    writeFileSync(
      join(files.folder, 'main.tf'),
      `terraform {\n required_providers {\n ${requirement}\n }\n }\nresource "netingress_ip_policy" "a" {}\n`,
    );
  }

  /** The output without frames and line breaks. */
  async function terraform(
    args: readonly string[],
    { searchPath = process.env['PATH'] ?? '', isMirrored = true } = {},
  ): Promise<string> {
    const variables = { NETINGRESS_BASE_URL: 'http://127.0.0.1:9', NETINGRESS_API_KEY: 'any' };
    const options = { folder: join(files.folder, 'run'), searchPath, variables };
    const env = await isolatedEnvironment(isMirrored ? { ...options, mirror } : options);
    const { stdout, stderr } = await run(terraformBinary(), [...args, '-no-color'], { cwd: files.folder, env });
    return `${stdout}${stderr}`.replace(/[│╷╵\s]+/g, ' ');
  }

  const PROVOKED: readonly [string, () => Promise<string>][] = [
    ['could not connect to terraform.local', () => terraform(['init'], { isMirrored: false })],
    [
      "Failed to read any lines from plugin's stdout",
      async () => {
        await terraform(['init']);
        const bin = join(files.folder, 'bin');
        mkdirSync(bin);
        symlinkSync('/usr/bin/env', join(bin, 'env'));
        return terraform(['plan'], { searchPath: bin });
      },
    ],
    ['Could not retrieve providers for locking', () => terraform(['providers', 'lock'], { isMirrored: false })],
    ['Incomplete lock file information for providers', () => terraform(['init'])],
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
        await terraform(['init']);
        rmSync(join(files.folder, '.terraform'), { recursive: true });
        const installed = join(mirror, PROVIDER_ADDRESS, '0.1.0');
        for (const platform of readdirSync(installed)) writeFileSync(join(installed, platform, 'added'), '');
        return terraform(['init']);
      },
    ],
    [
      'Required plugins are not installed',
      async () => {
        await terraform(['init']);
        rmSync(join(files.folder, '.terraform'), { recursive: true });
        return terraform(['plan']);
      },
    ],
    [
      'Inconsistent dependency lock file',
      async () => {
        await terraform(['init']);
        configure('9.9.9');
        return terraform(['plan']);
      },
    ],
  ];

  testRows(PROVOKED, { plain: 1 })('says: %s', async (message, provoke) => expect(await provoke()).toContain(message));

  test('every other message of the page is in the sources of this package', () => {
    const src = join(root, 'src');
    const names = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const sources = names.map((name) => readFileSync(join(src, name), 'utf8').replaceAll('\\', '')).join('\n');
    // `…` is a value, and codes are numbers there.
    const parts = (message: string): string[] => message.replace(/^ERR_(NGROK_)?(?=\d)/, '').split('…');
    const foreign = messages.filter((message) => !parts(message).every((part) => sources.includes(part.trim())));
    expect(foreign.sort()).toEqual([...PROVOKED.map(([message]) => message), ...NOT_IN_SOURCES].sort());
  });
});
