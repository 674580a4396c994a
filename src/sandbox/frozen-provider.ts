/**
 * Another provider than netingress without its service: objects are read from the state, a create is planned with
 * unknown values, and an update or a delete returns what is planned. No attribute requires replacement, and no
 * configuration is validated. The apply of a create, a data source that is not in the state, an import, a move, an
 * ephemeral resource, an action, a function and a list of resources are the error `Not previewed`.
 */
import { isDeepStrictEqual } from 'node:util';
import { createError, type ProviderDiagnostic, withCause } from '../provider/protocol/diagnostic';
import type { Provider } from '../provider/protocol/provider';
import {
  impliedType,
  type NestedSchema,
  type ProviderSchema,
  type Schema,
  type SchemaAttribute,
} from '../provider/protocol/schema';
import { type CtyValue, isObjectValue, type ObjectValue, objectValue, UNKNOWN } from '../values/cty-value';
import type { UnpreviewedPart } from '../values/diagnostic-cause';
import { fromJson } from '../values/from-json';
import type { JsonObject } from '../values/json';
import type { Words } from '../values/words';

export interface StoredDataSource {
  readonly type: string;
  readonly attributes: JsonObject;
}

const NONE = { diagnostics: [] } as const;
const NO_BYTES = new Uint8Array(0);

export function createFrozenProvider(schema: ProviderSchema, storedDataSources: readonly StoredDataSource[]): Provider {
  const typeOf = (type: string) => getType(schema.resources, type);
  const none = async () => NONE;
  return {
    schema,
    validateProviderConfig: none,
    configure: none,
    validate: none,
    upgradeState: async ({ type, state }) => ({ ...NONE, state: fromJson(typeOf(type), state) as ObjectValue }),
    readResource: async ({ current, private: data }) => ({ ...NONE, state: current, private: data }),
    async planResource({ type, prior, proposed, config, priorPrivate }) {
      const isCreate = prior === null && proposed !== null;
      const planned = isCreate ? withUnknowns(schema.resources[type], proposed, config) : proposed;
      return { ...NONE, planned, requiresReplace: [], plannedPrivate: priorPrivate };
    },
    async applyResource({ type, prior, planned, plannedPrivate }) {
      const diagnostics = prior === null ? [notPreviewed({ of: 'create', type })] : [];
      return { diagnostics, state: prior === null ? null : planned, private: plannedPrivate };
    },
    importResource: async ({ type }) => ({ imported: [], diagnostics: [notPreviewed({ of: 'import', type })] }),
    async readDataSource({ type, config }) {
      const dataType = getType(schema.dataSources, type);
      const found = storedDataSources
        .filter((each) => each.type === type)
        .map(({ attributes }) => fromJson(dataType, attributes) as ObjectValue)
        .find((state) => matchesConfig(config, state));
      if (found) return { ...NONE, state: found };
      const diagnostic = notPreviewed({ of: 'data_source', type });
      return { state: null, diagnostics: [diagnostic] };
    },
    openEphemeral: async ({ type }) => ({
      result: null,
      private: NO_BYTES,
      diagnostics: [notPreviewed({ of: 'ephemeral_resource', type })],
    }),
    closeEphemeral: none,
    moveState: async ({ targetType }) => ({
      state: null,
      private: NO_BYTES,
      diagnostics: [notPreviewed({ of: 'move', type: targetType })],
    }),
    // biome-ignore lint/correctness/useYield: the provider lists nothing
    async *listResources() {
      throw new Error('Not previewed: a list of resources');
    },
    generateConfig: async ({ state }) => ({ ...NONE, config: state }),
    planAction: none,
    async *invokeAction({ type }) {
      yield { diagnostics: [notPreviewed({ of: 'action', type })] };
    },
    callFunction: async ({ name }) => ({
      error: `Not previewed: the function ${name}`,
      cause: { kind: 'not_previewed', part: { of: 'function', type: name } },
    }),
    stop: () => undefined,
  };
}

const SUBJECTS: Readonly<Record<Exclude<UnpreviewedPart['of'], 'function'>, (type: string) => Words>> = {
  create: (type) => `The creation of ${type}`,
  import: (type) => `The import of ${type}`,
  move: (type) => `The move to ${type}`,
  data_source: (type) => `The data source ${type}, which is not in the last state with these arguments,`,
  ephemeral_resource: (type) => `The ephemeral resource ${type}`,
  action: (type) => `The action ${type}`,
};

function notPreviewed(part: UnpreviewedPart & { readonly of: keyof typeof SUBJECTS }): ProviderDiagnostic {
  const detail = `${SUBJECTS[part.of](part.type)} is not previewed, because a preview contacts no other provider than netingress. Deploy it first, or preview the stack without it.`;
  return withCause(createError('Not previewed', detail), { kind: 'not_previewed', part });
}

function getType(schemas: ProviderSchema['resources'], type: string) {
  const found = schemas[type];
  if (!found) throw new Error(`The schemas contain no type '${type}'`);
  return impliedType(found.attributes, found.blocks);
}

/** Computed attributes without a configured value become unknown. Those in blocks and nested sets keep theirs. */
function withUnknowns(schema: Schema | undefined, proposed: ObjectValue, config: ObjectValue | null): ObjectValue {
  if (!schema) return proposed;
  return unknownMembers(schema.attributes, proposed, config);
}

function unknownMembers(
  attributes: readonly SchemaAttribute[],
  proposed: ObjectValue,
  config: ObjectValue | null,
): ObjectValue {
  const members = new Map(Object.entries(proposed));
  for (const { name, computed, nested } of attributes) {
    const configured = config?.[name] ?? null;
    if (computed && configured === null) members.set(name, UNKNOWN);
    else if (nested) members.set(name, unknownNested(nested, members.get(name) ?? null, configured));
  }
  return objectValue(members);
}

function unknownNested({ nesting, attributes }: NestedSchema, value: CtyValue, configured: CtyValue): CtyValue {
  const visit = (item: CtyValue, config: CtyValue): CtyValue =>
    isObjectValue(item) ? unknownMembers(attributes, item, isObjectValue(config) ? config : null) : item;
  if (nesting === 'single') return visit(value, configured);
  if (nesting === 'list' && Array.isArray(value)) {
    return value.map((item, index) => visit(item, Array.isArray(configured) ? (configured[index] ?? null) : null));
  }
  if (nesting === 'map' && isObjectValue(value)) {
    const entries = Object.entries(value).map(([key, item]): [string, CtyValue] => [
      key,
      visit(item, isObjectValue(configured) ? (configured[key] ?? null) : null),
    ]);
    return objectValue(entries);
  }
  return value;
}

/**
 * Null and an empty list, as of a missing block, match every value. In lists of equal length each configured element
 * has to match some element of the state, since a value does not tell a set from a list: `[a, a]` matches `[a, b]`.
 */
function matchesConfig(config: CtyValue, state: CtyValue): boolean {
  if (config === null || (Array.isArray(config) && config.length === 0)) return true;
  if (isObjectValue(config) && isObjectValue(state)) {
    return Object.entries(config).every(([name, value]) => matchesConfig(value, state[name] ?? null));
  }
  if (Array.isArray(config) && Array.isArray(state) && config.length === state.length) {
    return config.every(
      (item, index) => matchesConfig(item, state[index] ?? null) || state.some((other) => matchesConfig(item, other)),
    );
  }
  return isDeepStrictEqual(config, state);
}
