/** Constructs for CDKTF: one class per kind of the service. Imports the model, and `terraform` to place the provider. */

// What the generated classes extend, for those who build on them.
export { NetingressDataSource } from './data-source';
// For users.
export {
  EphemeralApiKey,
  type EphemeralApiKeyProps,
  type EphemeralMetaArguments,
  EphemeralTunnelCredential,
  type EphemeralTunnelCredentialProps,
  NetingressEphemeralResource,
} from './ephemeral';
export * from './generated';
export { OutputList, OutputMap, RefOutputReference } from './outputs';
export * from './patterns';
export { NetingressProviderBase, type ProviderMetaArguments } from './provider';
export { NetingressResource } from './resource';
