/** The provider as a later version may be, whose layouts have moved on, for state that was written before. */

import type { JsonObject } from '../../../src/model/json';
import { createProvider, type ProviderOptions } from '../../../src/provider/create-provider';
import type { Provider } from '../../../src/provider/protocol/provider';
import { managedResources } from '../../../src/provider/registry';
import { upgradeState } from '../../../src/provider/resources/upgrade-state';

export interface RaisedOptions extends ProviderOptions {
  /** Called with the type of each state that an upgrader has brought into the layout. */
  readonly onUpgrade: (type: string) => void;
}

/** Every layout one version further: what is called `id` now was called `identifier` in the version before. */
export function raisedProvider({ onUpgrade, ...options }: RaisedOptions): Provider {
  const provider = createProvider(options);
  const raised = new Map(
    managedResources().map((resource) => {
      const { type, schema } = resource;
      const version = schema.version + 1;
      const upgrade = ({ identifier, ...others }: JsonObject): JsonObject => {
        onUpgrade(type);
        return { ...others, id: identifier };
      };
      return [type, { ...resource, schema: { ...schema, version }, upgraders: { [schema.version]: upgrade } }];
    }),
  );
  return {
    ...provider,
    schema: {
      ...provider.schema,
      resources: Object.fromEntries([...raised].map(([type, { schema }]) => [type, schema])),
    },
    async upgradeState(request) {
      const resource = raised.get(request.type);
      if (!resource) throw new Error(`There is no resource ${request.type}`);
      return upgradeState(resource, request);
    },
  };
}
