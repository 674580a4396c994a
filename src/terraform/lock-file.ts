/**
 * Reads and edits the text of a dependency lock file (`.terraform.lock.hcl`), one provider at a time.
 *
 * Terraform writes the file itself; what is written here has its exact layout, so that an `init` that agrees leaves
 * the file as it is. No npm library edits HCL in place: `@cdktf/hcl2json` only reads it.
 */

/** Name of the file in the directory that Terraform runs in. */
export const LOCK_FILE = '.terraform.lock.hcl';

/** What the file says about one provider. */
export interface LockEntry {
  /** Full source address with host, `registry.terraform.io/hashicorp/null`. */
  readonly address: string;
  readonly version: string;
  /** The requirement that the version was chosen for. */
  readonly constraints?: string;
  /** Checksums of acceptable packages; without any, the next `init` accepts what it finds and adds its checksum. */
  readonly hashes: readonly string[];
}

const header = `# This file is maintained automatically by "terraform init".
# Manual edits may be lost in future updates.
`;

const block = /^provider\s+"([^"]+)"\s*\{\r?\n([\s\S]*?)^\}[^\S\n]*\r?\n?/gm;

/** The entry of the provider, or undefined. */
export function findLockEntry(text: string, address: string): LockEntry | undefined {
  const found = [...text.matchAll(block)].find((match) => match[1] === address);
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
 * The text with the entry in it: unchanged if it is there already (more hashes do not matter), in the place of an
 * older entry of the same provider, else at its place in the order of addresses. Everything else stays as it is.
 */
export function upsertLockEntry(text: string, entry: LockEntry): string {
  const current = findLockEntry(text, entry.address);
  if (current && saysTheSame(current, entry)) return text;
  const rendered = renderLockEntry(entry);
  const blocks = [...text.matchAll(block)];
  const same = blocks.find((match) => match[1] === entry.address);
  if (same) return splice(text, same.index, same[0].length, rendered);
  const next = blocks.find((match) => (match[1] as string) > entry.address);
  if (next) return splice(text, next.index, 0, `${rendered}\n`);
  const before = text.trim() === '' ? header : text.endsWith('\n') ? text : `${text}\n`;
  return `${before}\n${rendered}`;
}

function saysTheSame(current: LockEntry, wanted: LockEntry): boolean {
  return (
    current.version === wanted.version &&
    current.constraints === wanted.constraints &&
    wanted.hashes.every((hash) => current.hashes.includes(hash))
  );
}

function renderLockEntry({ address, version, constraints, hashes }: LockEntry): string {
  // Terraform aligns the first two attributes only if both are there, and never the list.
  const lines =
    constraints === undefined
      ? [`  version = "${version}"`]
      : [`  version     = "${version}"`, `  constraints = "${constraints}"`];
  if (hashes.length > 0) lines.push('  hashes = [', ...[...hashes].sort().map((hash) => `    "${hash}",`), '  ]');
  return `provider "${address}" {\n${lines.join('\n')}\n}\n`;
}

function splice(text: string, index: number, length: number, inserted: string): string {
  return text.slice(0, index) + inserted + text.slice(index + length);
}

/** The full address of a provider source as Terraform completes it: `null` is `registry.terraform.io/hashicorp/null`. */
export function fullAddress(source: string): string {
  const parts = source.toLowerCase().split('/');
  return ['registry.terraform.io', 'hashicorp']
    .slice(0, Math.max(0, 3 - parts.length))
    .concat(parts)
    .join('/');
}

/** The one version that a constraint admits (`1.2.3`, `= 1.2.3`), or undefined if it admits others too. */
export function exactVersion(constraint: string): string | undefined {
  return /^\s*=?\s*(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?)\s*$/.exec(constraint)?.[1];
}
