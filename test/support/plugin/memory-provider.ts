/**
 * A small provider for tests: `memory_thing` is a resource that lives in the state only, an ephemeral resource, a list
 * resource and an action; `memory_echo` is a data source, and `shout` a function.
 */
import { appendFileSync } from 'node:fs';
import type { ProviderDiagnostic } from '../../../src/provider/protocol/diagnostic';
import type { Provider } from '../../../src/provider/protocol/provider';
import { type IdentitySchema, impliedType, type SchemaAttribute } from '../../../src/provider/protocol/schema';
import { type ObjectValue, objectValue, UNKNOWN } from '../../../src/values/cty-value';
import { fromJson } from '../../../src/values/from-json';

const thing: readonly SchemaAttribute[] = [
  { name: 'id', description: 'Given when it is made.', type: 'string', computed: true },
  { name: 'name', description: 'Another name needs a new thing.', type: 'string', required: true },
  { name: 'size', description: 'Any number.', type: 'number', optional: true },
  { name: 'enabled', description: 'Any boolean.', type: 'bool', optional: true },
  { name: 'ports', description: 'In order.', type: ['list', 'number'], optional: true },
  { name: 'tags', description: 'In no order.', type: ['set', 'string'], optional: true },
  { name: 'labels', description: 'By key.', type: ['map', 'string'], optional: true },
  { name: 'secret', description: 'Hidden.', type: 'string', optional: true, sensitive: true },
  { name: 'old', description: 'Not used.', type: 'string', optional: true, deprecated: 'Use name.' },
  { name: 'mode', description: 'How the provider misbehaves.', type: 'string', optional: true },
  {
    name: 'rules',
    description: 'Nested.',
    optional: true,
    nested: {
      nesting: 'list',
      attributes: [
        { name: 'cidr', description: 'A range.', type: 'string', required: true },
        { name: 'action', description: 'What to do.', type: 'string', optional: true },
      ],
    },
  },
];

const echo: readonly SchemaAttribute[] = [
  { name: 'text', description: 'What to say.', type: 'string', required: true },
  { name: 'result', description: 'The text.', type: 'string', computed: true },
];

const identity: IdentitySchema = {
  version: 0,
  attributes: [{ name: 'id', type: 'string', description: 'As in the state.', requiredForImport: true }],
};

/** Reports steps by appending lines to a file, which works from another process. */
export function reportToFile(path: string): (step: string) => void {
  return (step) => appendFileSync(path, `${step}\n`);
}

/** In the message of the crash (`mode`). `entry.ts` also logs it, and registers it as a secret. */
export const SECRET = 'hunter2-secret';

/** `report` is called with each step; see {@link reportToFile}. */
export function createMemoryProvider({ report = (_: string): void => undefined } = {}): Provider {
  let stopped = resolvers();
  const ok = { diagnostics: [] };
  return {
    schema: {
      provider: {
        version: 0,
        description: 'For tests.',
        attributes: [{ name: 'greeting', description: 'Any text.', type: 'string', optional: true }],
      },
      resources: { memory_thing: { version: 1, description: 'A thing.', attributes: thing } },
      dataSources: { memory_echo: { version: 0, description: 'An echo.', attributes: echo } },
      ephemeralResources: { memory_thing: { version: 0, description: 'A thing for one run.', attributes: thing } },
      listResources: { memory_thing: { version: 0, description: 'All things.', attributes: thing } },
      actions: { memory_thing: { version: 0, description: 'Reports its name.', attributes: thing } },
      identities: { memory_thing: identity },
      functions: {
        shout: {
          summary: 'Louder',
          description: 'The text in capitals; an empty one is an error.',
          parameters: [{ name: 'text', type: 'string', description: 'Any text.' }],
          returns: 'string',
        },
      },
    },
    validateProviderConfig: async () => ok,
    configure: async ({ config }) => {
      report(`configure ${String(config['greeting'])}`);
      return ok;
    },
    validate: async ({ mode, config }) =>
      mode === 'dataSource' || mode === 'action' ? ok : { diagnostics: validate(config) },
    upgradeState: async ({ state }) => ({ ...ok, state: fromJson(impliedType(thing), state) as ObjectValue }),
    readResource: async ({ current, private: data }) => {
      report(`read private ${Buffer.from(data).toString()}`);
      return { ...ok, state: current, private: data };
    },
    planResource: async ({ prior, proposed, priorPrivate }) => {
      const planned = proposed && objectValue(Object.entries(proposed));
      if (planned && !prior) planned['id'] = UNKNOWN;
      return { ...ok, planned, plannedPrivate: priorPrivate, requiresReplace: [['name']] };
    },
    async applyResource({ planned }) {
      if (!planned) return { ...ok, state: null, private: Buffer.alloc(0) };
      const state = objectValue(Object.entries(planned));
      if (state['id'] === UNKNOWN) state['id'] = 'thing_1';
      return { ...(await misbehave(state)), private: Buffer.from('{"made":true}') };
    },
    importResource: async ({ type, id }) => {
      const state = fromJson(impliedType(thing), { id, name: 'imported' }) as ObjectValue;
      return { ...ok, imported: [{ type, state, private: Buffer.alloc(0) }] };
    },
    readDataSource: async ({ config: { text = null } }) => ({
      ...ok,
      state: Object.assign(objectValue(), { text, result: text }),
    }),
    openEphemeral: async ({ config }) => {
      const result = objectValue([...Object.entries(config), ['id', 'thing_1']]);
      return { ...ok, result, private: Buffer.from('opened') };
    },
    closeEphemeral: async ({ private: opened }) => {
      report(`close ${Buffer.from(opened).toString()}`);
      return ok;
    },
    moveState: async ({ sourceProvider, sourceType, state }) => ({
      ...ok,
      state: fromJson(impliedType(thing), { ...state, name: `${sourceType} of ${sourceProvider}` }) as ObjectValue,
      private: Buffer.from('moved'),
    }),
    async *listResources({ includeObject, limit, signal }) {
      for (let n = 1; n <= limit && !signal.aborted; n++) {
        report(`list ${n}`);
        yield {
          ...ok,
          identity: objectValue([['id', `thing_${n}`]]),
          displayName: `Thing ${n}`,
          object: includeObject ? (fromJson(impliedType(thing), { id: `thing_${n}` }) as ObjectValue) : null,
        };
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    generateConfig: async ({ state }) => ({ ...ok, config: objectValue([...Object.entries(state), ['id', null]]) }),
    planAction: async () => ok,
    async *invokeAction({ config }) {
      yield { progress: '' };
      yield { progress: String(config['name']) };
      yield { diagnostics: [] };
    },
    callFunction: async ({ arguments: [text] }) =>
      text === '' ? { error: 'it is empty', argument: 0 } : { result: String(text).toUpperCase() },
    stop() {
      report('stop');
      stopped.resolve();
      stopped = resolvers();
    },
  };

  async function misbehave(state: ObjectValue): Promise<{ state: ObjectValue; diagnostics: ProviderDiagnostic[] }> {
    switch (state['mode']) {
      case 'crash':
        setImmediate(() => {
          throw new Error(`a crash next to ${SECRET}`);
        });
        return new Promise(() => undefined);
      case 'slow':
        report('applying');
        await stopped.promise;
        return { state, diagnostics: [{ severity: 'error', summary: 'Interrupted', detail: 'It was made in part.' }] };
      case 'deaf':
        report('applying');
        return new Promise(() => undefined);
      default:
        return { state, diagnostics: [] };
    }
  }
}

function validate(config: ObjectValue): ProviderDiagnostic[] {
  const rules = Array.isArray(config['rules']) ? config['rules'] : [];
  const index = rules.findIndex((rule) => (rule as ObjectValue)['cidr'] === 'bad');
  const detail = `rules[${index}].cidr is not a range.`;
  const path = ['rules', { index }, 'cidr'];
  return index < 0 ? [] : [{ severity: 'error', summary: 'Invalid range', detail, path }];
}

function resolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
