import { displayName } from '../../model/composites';
import { type ConfiguredResource, isSameState, type StateSource, type WorkingDirectory } from '../../model/inventory';
import { camelCase } from '../../model/naming';
import { cloudEndpoint } from '../../model/resources/cloud-endpoint';
import { shellQuote } from '../../model/text';
import type { Json } from '../../values/json';
import { formatPath, parsePath } from '../../values/path';
import type { Words } from '../../values/words';
import type { FindConfigured } from './configuration-index';
import type { CodeChange, Remedy, UnattributedFinding } from './finding';
import type { LostObject } from './input';
import { showConfiguration } from './show-change';

const IMPORT_LOST = 'npx netingress moves --live';

/** Chosen: a command with more states is hard to read. */
const MAX_STATES = 3;

interface CommandOptions {
  readonly stateFiles?: readonly string[] | undefined;
  readonly isHcl?: boolean | undefined;
  readonly workingDirectories?: readonly WorkingDirectory[] | undefined;
  readonly terraformCommand?: string | undefined;
  readonly deployCommand?: string | undefined;
}

export function findRemedy(
  { type, kind, id, address, state, path, before, after, grant = null, lost }: UnattributedFinding,
  findConfigured: FindConfigured,
  {
    stateFiles = [],
    isHcl = false,
    workingDirectories = [],
    terraformCommand = 'terraform',
    deployCommand,
  }: CommandOptions,
): { readonly remedy: Remedy; readonly construct: string | null } {
  const configured = address === null ? undefined : findConfigured(address, state);
  const construct = configured?.path ?? null;
  const directory = findDirectory(state, configured, workingDirectories);
  const terraform = inDirectory(terraformCommand, directory);
  const apply = address === null ? null : applyCommand([address], directory, terraformCommand);
  const remove = address === null ? null : `${terraform} state rm ${shellQuote(address)}`;
  const toCode = (from: Json, to: Json): CodeChange | null =>
    construct === null ? null : { construct, property: path === null ? null : toPropertyPath(path), from, to };
  const resolve = (text: Words, command: string | null, code: CodeChange | null = null) => ({
    construct,
    remedy: { text, command, code },
  });
  if (lost) return resolve(describeLost(address, lost), IMPORT_LOST);
  switch (type) {
    case 'changed':
      // If the grant were adopted into code, it would be permanent, and each apply would create it again.
      if (grant !== null)
        return resolve('Delete the grant: by an apply, or after its end by the reaper.', 'npx netingress access reap');
      return resolve(
        'Apply the configuration to revert the change, or change the code to accept it.',
        apply,
        toCode(before, after),
      );
    case 'missing':
      return resolve(
        address === null
          ? describeRecreation(kind, id)
          : 'Apply the configuration to recreate the object, or remove it from the code.',
        apply,
        toCode(configured ? showConfiguration(kind, configured.values) : null, null),
      );
    case 'pending':
      return resolve(describePending(path, after), findDeploy(state, deployCommand, apply));
    case 'replaced':
      return resolve(
        `Import ${String(after)}, which replaced ${String(id)}, into the state.`,
        address === null
          ? null
          : `${remove} && ${terraform} import ${shellQuote(address)} ${shellQuote(String(after))}`,
      );
    case 'conflict':
      return resolve(
        'Keep the object in one resource. Remove the other resources from their states without destroying it.',
        remove,
      );
    case 'unmanaged':
      if (grant !== null) return resolve('Delete the grant, whose end has passed.', 'npx netingress access reap');
      return resolve(
        `Adopt the ${kind} into code, with the states of your stacks as --state, or delete it.`,
        adoptCommand(stateFiles, isHcl),
      );
  }
}

function describePending(path: string | null, after: Json): Words {
  return path === null && after === null
    ? 'Apply the configuration to destroy the object, or add it to the code again.'
    : 'Apply the configuration.';
}

function describeLost(address: string | null, lost: LostObject): Words {
  return address === null
    ? `Import it to ${lost.address} of the stack ${lost.stack}, which likely configures it and is in no state.`
    : `Import ${lost.id}, which is likely this object and in no state.`;
}

function findDeploy(state: StateSource | null, deployCommand: string | undefined, apply: string | null): string | null {
  return deployCommand !== undefined && state && 'stack' in state
    ? `${deployCommand} ${shellQuote(state.stack)}`
    : apply;
}

/** Names the states of all stacks: without them, `adopt` would also write code for the objects that they manage. */
function adoptCommand(stateFiles: readonly string[], isHcl: boolean): string {
  if (stateFiles.length === 0 || stateFiles.length > MAX_STATES) return 'npx netingress adopt --list';
  const command = `npx netingress adopt --out adopted${isHcl ? ' --format hcl' : ''}`;
  return [command, ...stateFiles.map((file) => `--state ${shellQuote(file)}`)].join(' ');
}

/** For an object without configuration, which a policy names by id, or by its name or URL (`id` is null). */
function describeRecreation(kind: string, id: string | null): Words {
  if (id !== null)
    return `Create the ${displayName(kind)} again and use its new id in the traffic policy, or remove the id there.`;
  const agent = kind === cloudEndpoint.name ? ' or start its agent' : '';
  return `Create the ${displayName(kind)} again${agent}, or change the traffic policy.`;
}

/** `directory` is the argument of `-chdir`. */
export function applyCommand(
  addresses: readonly string[],
  directory: string | undefined,
  terraformCommand = 'terraform',
): string {
  const targets = addresses.map((address) => `-target=${shellQuote(address)}`);
  return [inDirectory(terraformCommand, directory), 'apply', ...targets].join(' ');
}

function inDirectory(terraformCommand: string, directory: string | undefined): string {
  const command = shellQuote(terraformCommand);
  return directory === undefined || directory === '.' ? command : `${command} -chdir=${shellQuote(directory)}`;
}

function findDirectory(
  state: StateSource | null,
  configured: ConfiguredResource | undefined,
  workingDirectories: readonly WorkingDirectory[],
): string | undefined {
  const states = [...(state ? [state] : []), ...(configured ? [{ stack: configured.stack }] : [])];
  return workingDirectories.find((candidate) => states.some((one) => isSameState(one, candidate.state)))?.directory;
}

/** `binding.endpoint_selectors` -> `binding.endpointSelectors`. A step that is no name, such as a network, stays. */
function toPropertyPath(path: string): string {
  return formatPath(parsePath(path).map((step) => (/^[a-z]\w*$/.test(String(step)) ? camelCase(String(step)) : step)));
}

/** The code change on one line: `edge/office: description: "a" -> "b"`. */
export function formatCodeChange({ code }: Remedy): string | null {
  if (!code) return null;
  const { construct, property, from, to } = code;
  if (property === null) return `${construct}: remove the construct`;
  const [old, current] = [from, to].map((value) => (value === null ? 'undefined' : JSON.stringify(value)));
  return `${construct}: ${property}: ${old} -> ${current}`;
}
