/**
 * Checks the packages of others that reach users, bundled or installed: their licences against a list, and for known
 * vulnerabilities with `npm audit`. Not every registry offers audits; then it says so, and the licences decide.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { type AuditReport, licenceProblems, vulnerabilitiesOf } from './lib/dependency-rules';
import { bundledPackages, installedWithUs } from './lib/shipped-packages';

const root = join(__dirname, '..');

/** For the registry's answer, in milliseconds. */
const PATIENCE = 30_000;

async function main(): Promise<void> {
  const [bundled, audited] = await Promise.all([bundledPackages(root), audit()]);
  const installed = installedWithUs(root);
  const names = new Set([...bundled, ...installed].map(({ name }) => name));
  const problems = [
    ...licenceProblems(bundled, true),
    ...licenceProblems(installed, false),
    ...(audited ? vulnerabilitiesOf(audited, names) : []),
  ];
  for (const problem of problems) console.error(problem);
  if (!audited) console.log('dependencies: the registry offers no audit, so nothing is known of vulnerabilities');
  console.log(`dependencies: ${bundled.length} bundled, ${installed.length} installed, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

/** The registry's report on everything in the lock file; undefined where it makes none. */
function audit(): Promise<AuditReport | undefined> {
  return new Promise((resolve) => {
    execFile(
      'npm',
      ['audit', '--json', '--fetch-retries=0'],
      { cwd: root, timeout: PATIENCE, maxBuffer: 2 ** 26 },
      (_, stdout) => {
        try {
          const report = JSON.parse(stdout) as Partial<AuditReport>;
          resolve(report.vulnerabilities ? { vulnerabilities: report.vulnerabilities } : undefined);
        } catch {
          resolve(undefined);
        }
      },
    );
  });
}

void main();
