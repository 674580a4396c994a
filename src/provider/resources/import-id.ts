import { type Kind, listIdPrefixes } from '../../model/kind';
import { findKindOfId } from '../../model/kinds';
import { resourceType } from '../../model/naming';
import { attributeAt, isKeptAsDigest } from '../../model/natural-key';
import { withArticle } from '../../model/text';
import { objectValue } from '../../values/cty-value';
import { createError, createWarning, type ProviderDiagnostic } from '../protocol/diagnostic';
import type { ImportResponse, PrivateState } from '../protocol/provider';

export function importSucceeded(
  type: string,
  attributes: readonly string[],
  identifying: Readonly<Record<string, string>>,
  privateState: PrivateState = new Uint8Array(),
): ImportResponse {
  const state = objectValue(attributes.map((name) => [name, identifying[name] ?? null]));
  return { imported: [{ type, state, private: privateState }], diagnostics: [] };
}

export function importFailed(diagnostic: ProviderDiagnostic): ImportResponse {
  return { imported: [], diagnostics: [diagnostic] };
}

export function invalidParentId(title: string, parent: Kind, id: string): ProviderDiagnostic {
  return createError(
    `Cannot import ${title}`,
    `'${id}' is not the id of ${withArticle(parent.title)}; expected ${formatIdForm(parent)}, as in ${formatExample(parent)}.`,
  );
}

export function invalidImportId(kind: Kind, id: string, problem: string): ProviderDiagnostic {
  const owner = findKindOfId(id.trim());
  const problemText = owner
    ? `'${id}' is the id of ${withArticle(owner.title)}, not of ${withArticle(kind.title)}`
    : `'${id}' does not identify ${withArticle(kind.title)}${problem === '' ? '' : `: ${problem}`}`;
  const key = formatKeyForm(kind);
  const ownerHint = owner ? ` Import that object as ${resourceType(owner)}.` : '';
  return createError(
    `Cannot import ${kind.title}`,
    `${problemText}; expected ${formatIdForm(kind)}${key === undefined ? '' : `, or ${key}`}, as in ` +
      `${formatExample(kind)}.${ownerHint}`,
  );
}

export function notExactlyOne(kind: Kind, id: string, found: readonly string[]): ProviderDiagnostic {
  const key = formatKeyForm(kind) ?? 'this key';
  const detail =
    found.length === 0
      ? `The service has no ${kind.title} with ${key} '${id}'. Check the key, or import the object by its id (${kind.idPrefix}_...).`
      : `The service has ${found.length} objects with ${key} '${id}': ${found.join(', ')}; expected exactly one. Import one of them by its id.`;
  return createError(`Cannot import ${kind.title}`, detail);
}

/** The message speaks of all objects of the type that a run imports, so it is for the first one. */
export function notReadable(kind: Kind, id: string, attributes: readonly string[]): ProviderDiagnostic {
  const names = attributes.join(' and ');
  return createWarning(
    `Imported ${kind.title} has no ${names}`,
    `The service returns the ${names} of ${withArticle(kind.title)} only on create, so it is null for '${id}' and for every ` +
      `other ${resourceType(kind)} that this run imports. If something needs it, create a new ${kind.title} instead.`,
  );
}

function formatIdForm(kind: Kind): string {
  const prefixes = listIdPrefixes(kind).map((prefix) => `${prefix}_`);
  return `${prefixes.join(' or ')} followed by letters and digits`;
}

function formatExample({ idPrefix }: Kind): string {
  return `${idPrefix}_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF`;
}

/** The form in which an import accepts the natural key; undefined for a kind without one. */
function formatKeyForm(kind: Kind): string | undefined {
  if (!kind.naturalKey) return undefined;
  const parts = kind.naturalKey.attributes.map((path) => {
    const attribute = attributeAt(kind.attributes, path);
    return isKeptAsDigest(attribute) ? 'SHA-256 of the certificate' : (path.split('.').at(-1) as string);
  });
  return parts.length === 1 ? `the ${parts[0] as string}` : parts.map((part) => `<${part}>`).join('/');
}
