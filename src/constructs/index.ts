export type { Platform } from '../terraform/platforms';
export { type ActionMetaArguments, NetingressAction, type TriggerEvent, type TriggerOptions } from './action';
export { NetingressDataSource } from './data-source';
export { type EphemeralMetaArguments, NetingressEphemeralResource } from './ephemeral-resource';
export * from './generated';
export { OutputList, OutputMap, RefOutputReference } from './outputs';
export * from './patterns';
export { NetingressProviderBase, type ProviderMetaArguments } from './provider';
export { NetingressResource } from './resource';
