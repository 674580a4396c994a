/** Stored identities. */

import type { ObjectValue } from '../../values/cty-value';
import { fromJson } from '../../values/json';
import { decodeStoredState } from '../codec/from-proto';
import { diagnosticMessages, dynamicValue } from '../codec/to-proto';
import { ProviderMethods } from '../generated/tfplugin6';
import { defineRpc } from './rpc';

/** There has been one version of every identity so far: it is answered as it was stored. */
export const upgradeResourceIdentity = defineRpc(ProviderMethods.UpgradeResourceIdentity, {
  answer({ types }, { typeName = '', version = 0, rawIdentity }) {
    types.resource(typeName);
    const known = types.identity(typeName);
    const stored = decodeStoredState(rawIdentity);
    if (!known || !stored) throw new Error(`${typeName} has no identity that could be stored`);
    if (version !== known.schema.version) {
      throw new Error(
        `The stored identity has version ${version}; this provider knows version ${known.schema.version}`,
      );
    }
    const identity = fromJson(known.type, stored) as ObjectValue;
    return { upgradedIdentity: { identityData: dynamicValue(known.type, identity) } };
  },
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});
