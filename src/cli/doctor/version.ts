/** Versions `X.Y.Z`; what follows, such as `-beta1`, is not looked at. */
type Version = readonly [number, number, number];

/** The first version in a text, such as `v20.18.1` or `Terraform v1.11.4`, or undefined. */
export function versionIn(text: string): string | undefined {
  return /\d+\.\d+\.\d+/.exec(text)?.[0];
}

/** Whether a version is in a range as this package's own package.json writes them: `>=10.6.0 <10.8.0`, `^0.21.0`. */
export function satisfies(version: string, range: string): boolean {
  return range
    .trim()
    .split(/\s+/)
    .every((comparator) => {
      const [, operator = '', wanted = ''] = /^(>=|<|\^)?(.+)$/.exec(comparator) ?? [];
      const order = compareVersions(version, wanted);
      if (operator === '>=') return order >= 0;
      if (operator === '<') return order < 0;
      if (operator === '^') return order >= 0 && compareVersions(version, above(wanted)) < 0;
      return order === 0;
    });
}

/** Below 0 if the first is older, above 0 if it is newer. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parse(one), parse(other)];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** The first version that `^` does not admit: below 1.0.0 a minor version may break. */
function above(version: string): string {
  const [major, minor] = parse(version);
  return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
}

function parse(version: string): Version {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return [major, minor, patch];
}
