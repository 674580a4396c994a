import { rotation } from '../../model/composites';
import { resourceType } from '../../model/naming';
import { formatSlotValue, parseSlotValue } from '../../model/rotation/slot-value';
import { type CtyValue, type ObjectValue, objectValue, UNKNOWN } from '../../values/cty-value';
import { createError, type ProviderDiagnostic } from '../protocol/diagnostic';
import { schemaAttributes } from '../protocol/schema-from-model';
import { validateAttributes } from '../protocol/validation';
import { refuseMove } from '../state/move';
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
    diagnostics: prior !== null && config['rotation'] === UNKNOWN ? [notKnown()] : [],
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
  move: (request) => refuseMove(rotation, request, 'Remove the moved block: the next apply creates the rotation'),
};

/** An unknown value would make both slots unknown, so both credentials would be replaced. */
function notKnown(): ProviderDiagnostic {
  return createError(
    'Invalid rotation',
    'rotation is known after apply; expected a value that is known in the plan. First apply what it refers to, with -target.',
    ['rotation'],
  );
}

/**
 * The first value fills both slots, and `a` is current. Another value changes the slot that is not current, makes it
 * current, and raises `version`. The other slot keeps its value, with the number of the newest rotation:
 * `r1 (slot a, rotation 1 of 1)` -> `r1 (slot a, rotation 1 of 2)`.
 */
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
  if (value === UNKNOWN)
    return prior === null ? state('a', UNKNOWN, UNKNOWN, 1) : state(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
  const slotValue = (slot: 'a' | 'b', number: number, newest: number): string =>
    formatSlotValue({ value: String(value), slot, number, newest });
  if (prior === null) return state('a', slotValue('a', 1, 1), slotValue('b', 1, 1), 1);
  const [a, b]: [CtyValue, CtyValue] = [prior['a'] ?? null, prior['b'] ?? null];
  if (value === prior['rotation']) return state(prior['current'] ?? null, a, b, prior['version'] ?? null);
  const version = Number(prior['version']) + 1;
  const kept = (slot: CtyValue): CtyValue => {
    const parsed = parseSlotValue(String(slot));
    return parsed ? formatSlotValue({ ...parsed, newest: version }) : slot;
  };
  return prior['current'] === 'a'
    ? state('b', kept(a), slotValue('b', version, version), version)
    : state('a', slotValue('a', version, version), kept(b), version);
}
