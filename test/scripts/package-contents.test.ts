import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PackedPackage, packageProblems, problemsOf } from '../../scripts/lib/package-contents';
import { linkProblems } from '../docs/check-links';
import { documentAt } from '../docs/documents';
import { testInCi } from '../support/requirements';

const root = join(__dirname, '../..');
const pem = (name: string): string => readFileSync(join(root, 'test/fixtures', `${name}.pem`), 'utf8');

testInCi(
  'the package has every declared entry and the targets of all links, and no file that the rules below reject',
  () => {
    const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [packed] = JSON.parse(said) as [PackedPackage];
    expect(packed.files.length).toBeGreaterThan(100);
    expect(packageProblems(root, packed)).toEqual([]);
    const paths = packed.files.map(({ path }) => path);
    const documents = paths.filter((path) => path.endsWith('.md')).map(documentAt);
    expect(documents.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', 'docs/guides/drift.md']));
    const isPacked = (target: string): boolean =>
      paths.some((path) => path === target || path.startsWith(`${target.replace(/\/$/, '')}/`));
    expect(linkProblems(documents, isPacked)).toEqual([]);
  },
);

test.each<[string, string, string]>([
  ['lib/fixtures/x.json', '', 'is of the tests or the build'],
  ['lib/a.test.js', '', 'is a test'],
  ['lib/a.js.map', '', 'is a source map'],
  ['lib/a.ts', '', 'is a source'],
  ['examples/team/cdktf.out/manifest.json', '', 'is of a deployment'],
  ['lib/terraform.tfstate', '', 'may hold secrets'],
  ['lib/a.pem', pem('tls-key-1'), 'holds a private key'],
  ['lib/a.js', JSON.stringify(pem('tls-key-1')), 'holds a private key'],
  ['lib/a.pem', pem('tls-certificate-1'), 'holds a certificate'],
  ['lib/a.js', 'x;\n//# sourceMappingURL=a.js.map', 'names a source map'],
  ['lib/a.js', `"${root}/src/a.ts"`, 'holds a path of the machine that built it'],
])('%s is rejected for its path or content, row %#', (path, text, reason) => {
  expect(problemsOf(path, text, root)).toEqual([`${path} ${reason}`]);
});

test.each([
  ['lib/a.d.ts', 'export {};'],
  ['examples/team/main.ts', 'app.synth();'],
  ['examples/a/operator.csr.pem', pem('csr-1')],
  ['lib/a.js', 'const begin = "-----BEGIN PRIVATE KEY-----";'],
])('%s is accepted', (path, text) => expect(problemsOf(path, text, root)).toEqual([]));
