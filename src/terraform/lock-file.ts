/** Entries have the exact layout of Terraform, so a later `init` does not rewrite the file. */

export const LOCK_FILE = '.terraform.lock.hcl';

/** Terraform contains this provider, and locks no version of it. */
export const BUILT_IN_PROVIDER = 'terraform.io/builtin/terraform';

export interface LockEntry {
  /** Full source address with host, `registry.terraform.io/hashicorp/null`. */
  readonly address: string;
  readonly version: string;
  readonly constraints?: string;
  /** Accepted checksums. If there are none, the next `init` accepts any package and adds its checksum. */
  readonly hashes: readonly string[];
}

const HEADER = `# This file is maintained automatically by "terraform init".
# Manual edits may be lost in future updates.
`;

/** `provider "registry.terraform.io/hashicorp/null" {` to the next `}` at the start of a line. */
const PROVIDER_BLOCK = /^provider\s+"([^"]+)"\s*\{\r?\n([\s\S]*?)^\}[^\S\n]*\r?\n?/gm;

export function findLockEntry(text: string, address: string): LockEntry | undefined {
  const found = [...text.matchAll(PROVIDER_BLOCK)].find((match) => match[1] === address);
  if (!found) return undefined;
  const body = found[2] as string;
  const constraints = /^\s*constraints\s*=\s*"([^"]*)"/m.exec(body)?.[1];
  const hashes = /^\s*hashes\s*=\s*\[([^\]]*)\]/m.exec(body)?.[1] ?? '';
  return {
    address,
    version: /^\s*version\s*=\s*"([^"]*)"/m.exec(body)?.[1] ?? '',
    ...(constraints !== undefined && { constraints }),
    hashes: [...hashes.matchAll(/"([^"]+)"/g)].map((match) => match[1] as string),
  };
}

/**
 * Returns the text with this entry, in the order of addresses. A text whose entry has the same version and constraints,
 * and at least these hashes, stays as it is.
 */
export function upsertLockEntry(text: string, entry: LockEntry): string {
  const current = findLockEntry(text, entry.address);
  if (current && isEquivalent(current, entry)) return text;
  const rendered = renderLockEntry(entry);
  const blocks = [...text.matchAll(PROVIDER_BLOCK)];
  const replacedBlock = blocks.find((match) => match[1] === entry.address);
  if (replacedBlock) return replaceRange(text, replacedBlock.index, replacedBlock[0].length, rendered);
  const next = blocks.find((match) => (match[1] as string) > entry.address);
  if (next) return replaceRange(text, next.index, 0, `${rendered}\n`);
  const precedingText = text.trim() === '' ? HEADER : text.endsWith('\n') ? text : `${text}\n`;
  return `${precedingText}\n${rendered}`;
}

function isEquivalent(current: LockEntry, wanted: LockEntry): boolean {
  return (
    current.version === wanted.version &&
    current.constraints === wanted.constraints &&
    wanted.hashes.every((hash) => current.hashes.includes(hash))
  );
}

function renderLockEntry({ address, version, constraints, hashes }: LockEntry): string {
  // Terraform aligns the first two attributes only if both exist, and never the list.
  const lines =
    constraints === undefined
      ? [`  version = "${version}"`]
      : [`  version     = "${version}"`, `  constraints = "${constraints}"`];
  if (hashes.length > 0) lines.push('  hashes = [', ...[...hashes].sort().map((hash) => `    "${hash}",`), '  ]');
  return `provider "${address}" {\n${lines.join('\n')}\n}\n`;
}

function replaceRange(text: string, index: number, length: number, inserted: string): string {
  return text.slice(0, index) + inserted + text.slice(index + length);
}

/** As Terraform: `Null` -> `registry.terraform.io/hashicorp/null`. OpenTofu adds another host. */
export function fullAddress(source: string): string {
  const parts = source.toLowerCase().split('/');
  return ['registry.terraform.io', 'hashicorp']
    .slice(0, Math.max(0, 3 - parts.length))
    .concat(parts)
    .join('/');
}

/** Undefined for another constraint than `1.2.3` or `= 1.2.3`. */
export function exactVersion(constraint: string): string | undefined {
  return /^\s*=?\s*(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?)\s*$/.exec(constraint)?.[1];
}
