import { formatPlace, type Obj } from '../objects/objects';
import { Reference, replaceUnknown } from '../terraform/configuration/expressions';
import { formatAddress } from '../values/address';
import type { KnownJson, KnownObject } from '../values/known';

/**
 * Identifies the address of an object, which an object before and one after the change may share. An object of the
 * account that is in no state has no address, so it gets `the account: ip_policy ipp_1`: no place has this form.
 */
export function instanceKey({ kind, id, place }: Obj): string {
  return formatPlace(place ?? { stack: 'the account', address: `${kind} ${id}` });
}

/** Returns the value of an attribute of a resource instance; undefined if it is not known. */
export type FindAttribute = (stack: string, address: string, attribute: string) => KnownJson | undefined;

export function replaceReferences(values: KnownObject, findAttribute: FindAttribute): KnownObject {
  return replaceUnknown(values, (unknown) => {
    const { stack = '', address, attribute } = unknown instanceof Reference ? unknown : {};
    if (address === undefined || attribute === undefined) return unknown;
    return findAttribute(stack, formatAddress(address), attribute) ?? unknown;
  }) as KnownObject;
}
