import { isSameState, type StateSource } from '../../model/inventory';
import type { Json } from '../../model/json';
import type { FindConfigured } from '../compare/configuration-index';
import type { ConfiguredResourceInput } from '../input';
import type { Difference, Remedy } from './finding';
import { redactConfiguration } from './redact';

/** The directory in which Terraform runs for a state. */
export interface WorkingDirectory {
  readonly state: StateSource;
  /** Argument of `terraform -chdir`; undefined if unknown. */
  readonly directory?: string | undefined;
}

/** Returns the remedy for a difference, and the construct that configures the object. */
export function findRemedy(
  difference: Difference,
  findConfigured: FindConfigured,
  workingDirectories: readonly WorkingDirectory[],
): { readonly remedy: Remedy; readonly construct: string | null } {
  const { address, state, path } = difference;
  const configured = address === null ? undefined : findConfigured(address, state);
  const construct = configured?.path ?? null;
  const directory = findDirectory(state, configured, workingDirectories);
  const code = construct === null ? null : { construct, property: path === null ? null : toPropertyPath(path) };
  return { remedy: createRemedy(difference, { configured, directory, code }), construct };
}

function createRemedy(
  { type, kind, id, address, path, before, after }: Difference,
  {
    configured,
    directory,
    code,
  }: {
    readonly configured: ConfiguredResourceInput | undefined;
    readonly directory: string | undefined;
    readonly code: { readonly construct: string; readonly property: string | null } | null;
  },
): Remedy {
  const apply = address === null ? null : applyCommand([address], directory);
  const remove = address === null ? null : `${terraform(directory)} state rm ${shellQuote(address)}`;
  switch (type) {
    case 'changed':
      return {
        text: 'Apply the configuration to revert the change, or change the code to accept it.',
        command: apply,
        code: code && { ...code, from: before, to: after },
      };
    case 'missing':
      return {
        text: 'Apply the configuration to recreate the object, or remove it from the code.',
        command: apply,
        code: code && {
          ...code,
          from: configured ? redactConfiguration(kind, configured.values) : null,
          to: null,
        },
      };
    case 'pending':
      return path === null && after === null
        ? {
            text: 'Apply the configuration to destroy the object, or add it to the code again.',
            command: apply,
            code: null,
          }
        : { text: 'Apply the configuration.', command: apply, code: null };
    case 'replaced':
      return {
        text: `Import ${String(after)}, which replaced ${String(id)}, into the state.`,
        command:
          address === null
            ? null
            : `${remove} && ${terraform(directory)} import ${shellQuote(address)} ${shellQuote(String(after))}`,
        code: null,
      };
    case 'conflict':
      return {
        text: 'Keep the object in one resource. Remove the other resources from their states without destroying it.',
        command: remove,
        code: null,
      };
    case 'unmanaged':
      return {
        text: `Adopt the ${kind} into code, or delete it.`,
        command: 'npx netingress adopt --list',
        code: null,
      };
  }
}

/** The command that applies only these addresses; `directory` is the argument of `-chdir`. */
export function applyCommand(addresses: readonly string[], directory: string | undefined): string {
  return [terraform(directory), 'apply', ...addresses.map((address) => `-target=${shellQuote(address)}`)].join(' ');
}

function terraform(directory: string | undefined): string {
  return directory === undefined || directory === '.' ? 'terraform' : `terraform -chdir=${shellQuote(directory)}`;
}

/** Quotes for a POSIX shell. */
function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function findDirectory(
  state: StateSource | null,
  configured: ConfiguredResourceInput | undefined,
  workingDirectories: readonly WorkingDirectory[],
): string | undefined {
  const states = [...(state ? [state] : []), ...(configured ? [{ stack: configured.stack }] : [])];
  return workingDirectories.find((each) => states.some((one) => isSameState(one, each.state)))?.directory;
}

/** Converts names of properties to camel case; keys of maps stay. */
function toPropertyPath(path: string): string {
  return path
    .split(/(\["(?:[^"\\]|\\.)*"\])/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    )
    .join('');
}

/** The code change on one line: `edge/office: description: "a" -> "b"`. */
export function formatCodeChange({ code }: Remedy): string | null {
  if (!code) return null;
  const { construct, property, from, to } = code;
  if (property === null) return `${construct}: remove the construct`;
  return `${construct}: ${property}: ${formatLiteral(from)} -> ${formatLiteral(to)}`;
}

/** A value as a TypeScript literal. */
export function formatLiteral(value: Json): string {
  return value === null ? 'undefined' : JSON.stringify(value);
}
