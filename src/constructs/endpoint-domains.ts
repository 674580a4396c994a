import { TerraformResource, TerraformStack } from 'cdktf';
import { resourceType } from '../model/naming';
import { listBlockingReferences, refersTo } from '../model/references';
import { cloudEndpoint } from '../model/resources/cloud-endpoint';
import { domain } from '../model/resources/domain';
import { getAddress, readResourceInput } from './read-resource';
import { resolveString } from './tokens';

const DOMAIN_TYPE = resourceType(domain);
const ENDPOINT_TYPE = resourceType(cloudEndpoint);
const DOMAIN_OF_ENDPOINT = listBlockingReferences(domain.name).filter(({ kind }) => kind === cloudEndpoint);

/**
 * Has a cloud endpoint whose URL is a literal depend on the domains of its stack that have its host as a literal name,
 * and on wildcard domains that match it, because the service refuses an endpoint without its domain. Does nothing for
 * other resources.
 */
export function dependOnDomain(resource: TerraformResource): void {
  if (resource.terraformResourceType !== ENDPOINT_TYPE) return;
  const named = findInStack(resource, DOMAIN_TYPE).filter((each) => isOnDomain(resource, each));
  const others = named.map(getAddress).filter((address) => !resource.dependsOn?.includes(address));
  if (others.length > 0) resource.dependsOn = [...(resource.dependsOn ?? []), ...others];
}

function findInStack(resource: TerraformResource, type: string): TerraformResource[] {
  return TerraformStack.of(resource)
    .node.findAll()
    .filter((node): node is TerraformResource => TerraformResource.isTerraformResource(node))
    .filter(({ terraformResourceType }) => terraformResourceType === type);
}

function isOnDomain(endpoint: TerraformResource, owner: TerraformResource): boolean {
  const values = { url: readString(endpoint, 'url') ?? null };
  const target = { id: '', values: { domain: readString(owner, 'domain') ?? null } };
  return DOMAIN_OF_ENDPOINT.some((reference) => refersTo(reference, values, target) !== false);
}

function readString(resource: TerraformResource, attribute: string): string | undefined {
  return resolveString(resource, readResourceInput(resource, attribute));
}
