import { FEATURES, type FeatureName } from './releases';

/** `no`: a test confirms that this Terraform refuses the feature. */
export type Cell = 'yes' | 'no' | 'fails' | 'not run';

/** Cells of one version by feature; a missing feature was not run. */
export type Column = Readonly<Partial<Record<FeatureName, Cell>>>;

const everything: Column = Object.fromEntries(Object.keys(FEATURES).map((name) => [name, 'yes' as const]));

/**
 * Tried by hand on 2026-11-21, with the tests of that day: no release of `RELEASES` contains these versions. `[1]` is
 * the footnote of docs/engines.md. `not run`: the test is younger, or was changed since; why `identity` of OpenTofu was
 * not run is not recorded.
 */
export const TRIED_BY_HAND: Readonly<Record<string, Column>> = {
  'Terraform 1.16.0-rc2 [1]': { ...everything, changes: 'not run', diagnostics: 'not run', actions: 'not run' },
  'OpenTofu 1.12.6 [1]': {
    ...everything,
    changes: 'not run',
    diagnostics: 'not run',
    // Refused on that day, because OpenTofu's default registry has another host; corrected since then.
    moved: 'not run',
    identity: 'not run',
    query: 'no',
    'query-config': 'no',
    actions: 'no',
  },
};

export function renderTable(columns: Readonly<Record<string, Column>>): string {
  const titles = Object.keys(columns);
  const rows = Object.entries(FEATURES).map(([name, { title, since }]) => {
    const cells = titles.map((column) => columns[column]?.[name as FeatureName] ?? 'not run');
    return `| ${[title, since, ...cells].join(' | ')} |`;
  });
  const header = ['feature', 'since', ...titles];
  return [`| ${header.join(' | ')} |`, `| ${header.map(() => '---').join(' | ')} |`, ...rows].join('\n');
}

/** A feature with a failed test fails. */
export function readColumn(tests: readonly { readonly fullName: string; readonly status: string }[]): Column {
  const column: Partial<Record<FeatureName, Cell>> = {};
  for (const { fullName, status } of tests) {
    const [, name, cell] = /^engine feature ([\w-]+) \((yes|no)\)/.exec(fullName) ?? [];
    if (name === undefined || status === 'pending') continue;
    const feature = name as FeatureName;
    column[feature] = status === 'passed' && column[feature] !== 'fails' ? (cell as Cell) : 'fails';
  }
  return column;
}
