/** What can be done about a difference: the command that restores what the code says, or the code that accepts it. */
import type { Json } from '../../model/json';
import { type FindDeclaration, stackState } from '../compare/configuration-index';
import type { DeclaredInput } from '../input';
import type { Difference, Remedy } from './finding';
import { shownDeclared } from './redact-configuration';

/** Where Terraform runs for a state. */
export interface Place {
  /** The state's name. */
  readonly state: string;
  /** Folder for `terraform -chdir`; undefined where nobody knows it. */
  readonly folder?: string | undefined;
}

/** The remedy for a difference, and the construct that declares its object. */
export function remedyFor(
  difference: Difference,
  findDeclaration: FindDeclaration,
  places: readonly Place[],
): { readonly remedy: Remedy; readonly construct: string | null } {
  const { type, kind, id, address, state, path, before, after } = difference;
  const source = address === null ? undefined : findDeclaration(address, state);
  const construct = source?.path ?? null;
  const folder = folderOf(state, source, places);
  const apply = address === null ? null : applyCommand([address], folder);
  const code = construct === null ? null : { construct, property: path === null ? null : propertyOf(path) };
  const remedy = ((): Remedy => {
    switch (type) {
      case 'changed':
        return {
          text: 'Apply the code again to revert the change, or change the code to accept it.',
          command: apply,
          code: code && { ...code, from: before, to: after },
        };
      case 'missing':
        return {
          text: 'Apply the code again to create the object anew, or remove it from the code.',
          command: apply,
          code: code && { ...code, from: source ? shownDeclared(kind, source.values) : null, to: null },
        };
      case 'pending':
        return path === null && after === null
          ? { text: 'Deploy the code, which destroys the object, or declare it again.', command: apply, code: null }
          : { text: 'Deploy the code.', command: apply, code: null };
      case 'replaced':
        return {
          text: `Let the state hold ${String(after)}, which has taken the place of ${String(id)}.`,
          command:
            address === null
              ? null
              : `${terraform(folder)} state rm ${quoted(address)} && ${terraform(folder)} import ${quoted(address)} ${quoted(String(after))}`,
          code: null,
        };
      case 'claimed twice':
        return {
          text: 'Keep the object in one place; the others must forget it without destroying it.',
          command: address === null ? null : `${terraform(folder)} state rm ${quoted(address)}`,
          code: null,
        };
      default:
        return {
          text: `Adopt the ${kind} into code, or delete it.`,
          command: 'npx netingress adopt --list',
          code: null,
        };
    }
  })();
  return { remedy, construct };
}

/** Applies just these addresses. */
export function applyCommand(addresses: readonly string[], folder: string | undefined): string {
  return [terraform(folder), 'apply', ...addresses.map((address) => `-target=${quoted(address)}`)].join(' ');
}

function terraform(folder: string | undefined): string {
  return folder === undefined || folder === '.' ? 'terraform' : `terraform -chdir=${quoted(folder)}`;
}

/** For a POSIX shell: plain words as they are. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function folderOf(
  state: string | null,
  source: DeclaredInput | undefined,
  places: readonly Place[],
): string | undefined {
  const names = [state, source && stackState(source.stack)];
  return places.find((place) => names.includes(place.state))?.folder;
}

/** Properties of constructs are in camel case; keys of maps are the user's and stay. */
function propertyOf(path: string): string {
  return path
    .split(/(\["(?:[^"\\]|\\.)*"\])/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    )
    .join('');
}

/** The code change as one line of text. */
export function codeText({ code }: Remedy): string | null {
  if (!code) return null;
  const { construct, property, from, to } = code;
  if (property === null) return `${construct}: remove the construct`;
  return `${construct}: ${property}: ${literal(from)} -> ${literal(to)}`;
}

/** A value as it is written in TypeScript. */
export function literal(value: Json): string {
  if (value === null) return 'undefined';
  return JSON.stringify(value);
}
