import { createError, type ProviderDiagnostic } from '../../provider/protocol/diagnostic';
import type { ObjectValue } from '../../values/cty-value';
import { fromJson } from '../../values/from-json';
import { decodePrivate, decodeRequiredObject, decodeStoredState } from '../codec/from-proto';
import { encodeRecent } from '../codec/recent-values';
import type { SchemaTypes } from '../codec/schema-types';
import { diagnosticMessages, dynamicValue, identityData } from '../codec/to-proto';
import { ProviderMethods, type ResourceIdentityData } from '../generated/tfplugin6';
import { defineRpc } from './rpc';

/** Terraform calls it when it reads an object of a state, also for an unchanged schema version. */
export const upgradeResourceState = defineRpc(
  ProviderMethods.UpgradeResourceState,
  async ({ provider, types }, { typeName = '', version = 0, rawState }) => {
    const type = types.resource(typeName);
    const stored = decodeStoredState(rawState);
    if (!stored) return { diagnostics: diagnosticMessages([unsupportedStateVersion(typeName)]) };
    const { state, diagnostics } = await provider.upgradeState({ type: typeName, version, state: stored });
    return {
      upgradedState: { msgpack: encodeRecent(type, state) },
      diagnostics: diagnosticMessages(diagnostics, type),
    };
  },
);

/** Returns the identity unchanged, and throws for another version: each identity has had one so far. */
export const upgradeResourceIdentity = defineRpc(
  ProviderMethods.UpgradeResourceIdentity,
  ({ types }, { typeName = '', version = 0, rawIdentity }) => {
    types.resource(typeName);
    const identity = types.identity(typeName);
    const stored = decodeStoredState(rawIdentity);
    if (!identity || !stored) throw new Error(`${typeName} has no identity that can be stored`);
    const expected = identity.schema.version;
    if (version !== expected) {
      throw new Error(`The stored identity has version ${version}; expected version ${expected}`);
    }
    const value = fromJson(identity.type, stored) as ObjectValue;
    return { upgradedIdentity: { identityData: dynamicValue(identity.type, value) } };
  },
);

/** Returns a partial state; the refresh that follows completes it. */
export const importResourceState = defineRpc(
  ProviderMethods.ImportResourceState,
  async ({ provider, types }, { typeName = '', id, identity }) => {
    types.resource(typeName);
    const importId = id || idOfIdentity(types, typeName, identity);
    const { imported, diagnostics } = await provider.importResource({ type: typeName, id: importId });
    return {
      importedResources: imported.map((resource) => ({
        typeName: resource.type,
        state: dynamicValue(types.resource(resource.type), resource.state),
        private: resource.private,
        identity: identityData(types, resource.type, resource.state),
      })),
      diagnostics: diagnosticMessages(diagnostics),
    };
  },
);

/** Terraform calls it in a process that is not configured. The refresh completes a partial state. */
export const moveResourceState = defineRpc(
  ProviderMethods.MoveResourceState,
  async ({ provider, types }, { targetTypeName = '', ...source }) => {
    const type = types.resource(targetTypeName);
    const stored = decodeStoredState(source.sourceState);
    if (!stored) throw new Error('The state to move is in the format of Terraform 0.11 or earlier');
    const response = await provider.moveState({
      sourceProvider: source.sourceProviderAddress ?? '',
      sourceType: source.sourceTypeName ?? '',
      version: source.sourceSchemaVersion ?? 0,
      state: stored,
      private: decodePrivate(source.sourcePrivate),
      targetType: targetTypeName,
    });
    return {
      targetState: dynamicValue(type, response.state),
      targetPrivate: response.private,
      targetIdentity: identityData(types, targetTypeName, response.state),
      diagnostics: diagnosticMessages(response.diagnostics),
    };
  },
);

export const generateResourceConfig = defineRpc(
  ProviderMethods.GenerateResourceConfig,
  async ({ provider, types }, { typeName = '', state }) => {
    const type = types.resource(typeName);
    const { config, diagnostics } = await provider.generateConfig({
      type: typeName,
      state: decodeRequiredObject(type, state, 'state'),
    });
    return { config: dynamicValue(type, config), diagnostics: diagnosticMessages(diagnostics, type) };
  },
);

/** The id in the `identity` that an import block may set instead of `id`; '' without one. */
function idOfIdentity(types: SchemaTypes, typeName: string, identity: ResourceIdentityData | undefined): string {
  const schema = types.identity(typeName);
  if (!identity || !schema) return '';
  const { id } = decodeRequiredObject(schema.type, identity.identityData, 'identity');
  return typeof id === 'string' ? id : '';
}

function unsupportedStateVersion(type: string): ProviderDiagnostic {
  return createError(
    'Unsupported state version',
    `The stored state of ${type} is in the format of Terraform 0.11 or earlier, which this provider never wrote. ` +
      'Remove the object from the state with terraform state rm, and import it again.',
  );
}
