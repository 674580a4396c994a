import type { KnownJson, KnownObject } from '../model/known';
import { formatAddress } from '../terraform/configuration/address';
import { Reference, replaceUnknown } from '../terraform/configuration/expressions';

/** One instance of a resource of the configuration or of a state. */
export interface Instance {
  readonly stack: string;
  /** Address with instance key: `netingress_ip_policy.office["eu"]`. */
  readonly address: string;
  readonly type: string;
  /** What only an object of the new configuration will have is a `Reference` until that object is paired. */
  readonly values: KnownObject;
  /** The id of the object, if it is known. */
  readonly id?: string;
}

/** Returns the value of an attribute of a resource instance, or undefined if it is unknown. */
export type FindAttribute = (stack: string, address: string, attribute: string) => KnownJson | undefined;

/** Replaces references to attributes of known objects. */
export function replaceReferences(values: KnownObject, findAttribute: FindAttribute): KnownObject {
  return replaceUnknown(values, (unknown) => {
    const { stack = '', address, attribute } = unknown instanceof Reference ? unknown : {};
    if (address === undefined || attribute === undefined) return unknown;
    return findAttribute(stack, formatAddress(address), attribute) ?? unknown;
  }) as KnownObject;
}
