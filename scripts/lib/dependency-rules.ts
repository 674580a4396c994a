import type { ThirdPartyPackage } from './shipped-packages';

/** Licenses that are compatible with Apache-2.0 and require only their text. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
];

/**
 * A package that our files contain must have the text of its license, which then goes into THIRD-PARTY-NOTICES. One
 * that npm installs brings its own.
 */
export function licenseProblems(packages: readonly ThirdPartyPackage[], how: 'bundled' | 'installed'): string[] {
  return packages.flatMap(({ name, version, license, texts }) => {
    const which = `${name} ${version}`;
    if (!isAllowed(license)) return [`${which} has the license '${license}'; expected one of ${ALLOWED.join(', ')}`];
    return how === 'bundled' && texts.length === 0 ? [`${which} is bundled, and contains no text of its license`] : [];
  });
}

/** Of SPDX expressions it reads names, OR, AND, and parentheses around the whole; another one is not allowed. */
function isAllowed(expression: string): boolean {
  const text = expression.replace(/^\((.*)\)$/, '$1');
  if (text.includes('(')) return false;
  return text.split(' OR ').some((part) => part.split(' AND ').every((name) => ALLOWED.includes(name.trim())));
}

interface AuditReport {
  readonly vulnerabilities: Readonly<
    Record<string, { readonly severity: string; readonly range: string; readonly via: readonly unknown[] }>
  >;
}

/**
 * Returns why the output of `npm audit --json` prevents a release: vulnerabilities of the named packages, or no report.
 */
export function auditProblems(output: string, names: ReadonlySet<string>): string[] {
  const report = parseReport(output);
  if (report) return listVulnerabilities(report, names);
  const about = output.trim() === '' ? '' : `: ${output.trim().replace(/\s+/g, ' ').slice(0, 200)}`;
  return [`npm audit made no report${about}; expected one before a release. Use a registry that offers audits`];
}

function parseReport(output: string): AuditReport | undefined {
  try {
    const { vulnerabilities } = JSON.parse(output) as Partial<AuditReport>;
    return vulnerabilities && { vulnerabilities };
  } catch {
    return undefined;
  }
}

function listVulnerabilities({ vulnerabilities }: AuditReport, names: ReadonlySet<string>): string[] {
  return Object.entries(vulnerabilities).flatMap(([name, { severity, range, via }]) => {
    if (!names.has(name)) return [];
    const titles = via.map((each) => (each as { title?: string }).title ?? String(each));
    return [`${name} ${range} (${severity}): ${titles.join('; ')}`];
  });
}
