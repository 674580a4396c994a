/** The resource that remembers the current slot of a rotation. It sends no requests. */
import { rotation } from '../../model/composites';
import { type CtyValue, type ObjectValue, objectValue, UNKNOWN } from '../../values/cty-value';
import { createError } from '../protocol/diagnostic';
import { resourceType } from '../protocol/messages';
import { schemaAttributes } from '../protocol/schema-from-model';
import { validateAttributes } from '../protocol/validation';
import { importFailed } from './import-id';
import type { ManagedResource } from './managed-resource';

export const rotationResource: ManagedResource = {
  type: resourceType(rotation),
  schema: { version: 0, description: rotation.doc, attributes: schemaAttributes(rotation.attributes) },
  attributes: rotation.attributes,
  validate: (config) => validateAttributes(rotation, config),
  plan: ({ config, prior, priorPrivate }) => ({
    planned: nextRotation(config['rotation'] ?? null, prior),
    requiresReplace: [],
    plannedPrivate: priorPrivate,
    diagnostics: [],
  }),
  read: async (_session, { current, private: privateState }) => ({
    state: current,
    private: privateState,
    diagnostics: [],
  }),
  // A value that was unknown in the plan is known now.
  create: async (_session, { config, private: privateState }) => ({
    state: nextRotation(config['rotation'] ?? null, null),
    private: privateState,
    diagnostics: [],
  }),
  update: async (_session, { config, prior, private: privateState }) => ({
    state: nextRotation(config['rotation'] ?? null, prior),
    private: privateState,
    diagnostics: [],
  }),
  delete: async (_session, { private: privateState }) => ({ state: null, private: privateState, diagnostics: [] }),
  import: async () =>
    importFailed(
      createError(
        'Cannot import a rotation',
        'A rotation has no object at the service; expected a new resource. Remove the import block: the next apply creates the rotation.',
      ),
    ),
};

/** Returns the state that follows the prior state with this value of `rotation`. */
export function nextRotation(value: CtyValue, prior: ObjectValue | null): ObjectValue {
  const state = (current: CtyValue, a: CtyValue, b: CtyValue, version: CtyValue): ObjectValue =>
    objectValue([
      ['id', 'rotation'],
      ['rotation', value],
      ['current', current],
      ['a', a],
      ['b', b],
      ['version', version],
    ]);
  if (prior === null) return state('a', value, value, 1);
  if (value === UNKNOWN) return state(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
  const [a, b]: [CtyValue, CtyValue] = [prior['a'] ?? null, prior['b'] ?? null];
  if (value === prior['rotation']) return state(prior['current'] ?? null, a, b, prior['version'] ?? null);
  const version = Number(prior['version']) + 1;
  return prior['current'] === 'a' ? state('b', a, value, version) : state('a', value, b, version);
}
