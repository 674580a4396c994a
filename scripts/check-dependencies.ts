/**
 * Checks that each third-party package is used. Checks the packages that reach users, bundled or installed: their licenses
 * against a list, and with --audit known vulnerabilities with `npm audit`. If the registry offers no audits, --audit fails.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditProblems, licenseProblems, unusedPackages } from './lib/dependency-rules';
import { bundledPackages, installedWithUs } from './lib/shipped-packages';

const root = join(__dirname, '..');

const AUDIT_TIMEOUT_MS = 30_000;

async function main(withAudit: boolean): Promise<void> {
  const [bundled, audited] = await Promise.all([bundledPackages(root), withAudit ? audit() : undefined]);
  const installed = installedWithUs(root);
  const names = new Set([...bundled, ...installed].map(({ name }) => name));
  const problems = [
    ...unusedPackages(declaredPackages(), sourceFiles()).map(
      (name) => `${name} is not used; expected an import. Remove it`,
    ),
    ...licenseProblems(bundled, true),
    ...licenseProblems(installed, false),
    ...(audited === undefined ? [] : auditProblems(audited, names)),
  ];
  for (const problem of problems) console.error(problem);
  console.log(`dependencies: ${bundled.length} bundled, ${installed.length} installed, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

/** Names of all dependencies in package.json. */
function declaredPackages(): string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, object>;
  return ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((key) => Object.keys(manifest[key] ?? {}));
}

/** Contents of the sources and of the configuration of tools. */
function sourceFiles(): string[] {
  const folders = ['src', 'test', 'scripts', 'bench', 'examples'];
  const sources = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const configuration = readdirSync(root).filter((file) => !file.startsWith('package'));
  return [...sources, ...configuration]
    .filter((file) => /\.(ts|js|cjs|mjs|json)$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'));
}

/** Output of `npm audit` for everything in the lock file. Its exit status does not tell vulnerabilities from failures. */
function audit(): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      'npm',
      ['audit', '--json', '--fetch-retries=0'],
      { cwd: root, timeout: AUDIT_TIMEOUT_MS, maxBuffer: 2 ** 26 },
      (_, stdout) => resolve(stdout),
    );
  });
}

void main(process.argv.includes('--audit'));
