/**
 * Checks the third-party packages that reach users, bundled or installed: their licenses against a list, and with
 * --audit known vulnerabilities with `npm audit`. If the registry offers no audits, --audit fails.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { auditProblems, licenseProblems } from './lib/dependency-rules';
import { bundledPackages, installedWithUs } from './lib/shipped-packages';

const root = join(__dirname, '..');

const AUDIT_TIMEOUT_MS = 30_000;

async function main(withAudit: boolean): Promise<void> {
  const [bundled, audited] = await Promise.all([bundledPackages(root), withAudit ? audit() : undefined]);
  const installed = installedWithUs(root);
  const names = new Set([...bundled, ...installed].map(({ name }) => name));
  const problems = [
    ...licenseProblems(bundled, 'bundled'),
    ...licenseProblems(installed, 'installed'),
    ...(audited === undefined ? [] : auditProblems(audited, names)),
  ];
  for (const problem of problems) console.error(problem);
  console.log(`dependencies: ${bundled.length} bundled, ${installed.length} installed, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

/**
 * Output of `npm audit` for everything in the lock file. Its exit status does not tell vulnerabilities from failures.
 */
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
