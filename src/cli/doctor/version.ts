/** `X.Y.Z`; a suffix such as `-beta1` is ignored. */
type Version = readonly [number, number, number];

/** Finds the first version in a string such as `Terraform v1.11.4`. */
export function versionIn(text: string): string | undefined {
  return /\d+\.\d+\.\d+/.exec(text)?.[0];
}

/** Supports the range syntax of this package's own package.json: `>=10.6.0 <10.8.0`, `^0.21.0`. */
export function satisfies(version: string, range: string): boolean {
  return range
    .trim()
    .split(/\s+/)
    .every((comparator) => {
      const [, operator = '', wanted = ''] = /^(>=|<|\^)?(.+)$/.exec(comparator) ?? [];
      const order = compareVersions(version, wanted);
      if (operator === '>=') return order >= 0;
      if (operator === '<') return order < 0;
      if (operator === '^') return order >= 0 && compareVersions(version, nextBreakingVersion(wanted)) < 0;
      return order === 0;
    });
}

export function compareVersions(a: string, b: string): number {
  const [x, y] = [parse(a), parse(b)];
  return x[0] - y[0] || x[1] - y[1] || x[2] - y[2];
}

/** Returns the first version that `^` excludes. Below 1.0.0 a minor version may be incompatible. */
function nextBreakingVersion(version: string): string {
  const [major, minor] = parse(version);
  return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
}

function parse(version: string): Version {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return [major, minor, patch];
}
