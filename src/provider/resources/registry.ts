/** The list of everything that Terraform can manage here: one resource per kind, and those of our own making. */
import type { Kind } from '../../model/kind';
import { KINDS } from '../../model/kinds';
import { waiterResources } from './certificate-wait';
import type { ManagedResource } from './managed-resource';
import { objectResource } from './object';
import { ruleSetResource } from './rule-set';

/** All managed resources; the kinds are those of the model unless others are given. */
export function managedResources(kinds: readonly Kind[] = KINDS): readonly ManagedResource[] {
  return [...kinds.map(objectResource), ruleSetResource, ...waiterResources()];
}
