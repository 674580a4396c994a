/**
 * A replacement for Terraform's null provider, which only registries have: `null_resource` with `triggers` that force
 * replacement.
 */
import type { Provider } from '../../../src/provider/protocol/provider';
import type { SchemaAttribute } from '../../../src/provider/protocol/schema';
import { objectValue, UNKNOWN } from '../../../src/values/cty-value';
import { createResourceProvider } from '../provider/resource-provider';

const attributes: readonly SchemaAttribute[] = [
  { name: 'id', description: 'Set on create.', type: 'string', computed: true },
  { name: 'triggers', description: 'A change forces replacement.', type: ['map', 'string'], optional: true },
];

export function createNullProvider(): Provider {
  let made = 0;
  return createResourceProvider(
    { null_resource: attributes },
    {
      async planResource({ prior, proposed, priorPrivate }) {
        const planned = proposed && objectValue(Object.entries(proposed));
        if (planned && !prior) planned['id'] = UNKNOWN;
        // `triggers` is always in the list: Terraform ignores a path whose value does not change.
        return { planned, plannedPrivate: priorPrivate, requiresReplace: [['triggers']], diagnostics: [] };
      },
      async applyResource({ planned }) {
        const state = planned && objectValue(Object.entries(planned));
        if (state && state['id'] === UNKNOWN) state['id'] = String(++made);
        return { state, private: Buffer.alloc(0), diagnostics: [] };
      },
    },
  );
}
