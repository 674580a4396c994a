/** The order in which a domain and the cloud endpoints on it are created and destroyed. */
import { TerraformResource, TerraformStack } from 'cdktf';
import { resourceType } from '../model/naming';
import { listUsers, refersTo } from '../model/references';
import { cloudEndpoint } from '../model/resources/cloud-endpoint';
import { domain } from '../model/resources/domain';
import { resolveString } from './tokens';

const DOMAIN_TYPE = resourceType(domain);
const ENDPOINT_TYPE = resourceType(cloudEndpoint);
const DOMAIN_OF_ENDPOINT = listUsers(domain.name).filter(({ kind }) => kind === cloudEndpoint);

/**
 * The service refuses an endpoint without its domain. An endpoint whose URL is a literal therefore depends on its domain.
 * A domain never gets `create_before_destroy`: its name is unique, so a replacement with the same name would be refused.
 */
export function dependOnDomain(resource: TerraformResource): void {
  if (resource.terraformResourceType !== ENDPOINT_TYPE) return;
  const named = findInStack(resource, DOMAIN_TYPE).filter((each) => isOnDomain(resource, each));
  const others = named.map(addressOf).filter((address) => !resource.dependsOn?.includes(address));
  if (others.length > 0) resource.dependsOn = [...(resource.dependsOn ?? []), ...others];
}

function addressOf({ terraformResourceType, friendlyUniqueId }: TerraformResource): string {
  return `${terraformResourceType}.${friendlyUniqueId}`;
}

function findInStack(resource: TerraformResource, type: string): TerraformResource[] {
  return TerraformStack.of(resource)
    .node.findAll()
    .filter((node): node is TerraformResource => TerraformResource.isTerraformResource(node))
    .filter(({ terraformResourceType }) => terraformResourceType === type);
}

function isOnDomain(endpoint: TerraformResource, owner: TerraformResource): boolean {
  const values = { url: readInput(endpoint, 'urlInput') ?? null };
  const target = { id: '', values: { domain: readInput(owner, 'domainInput') ?? null } };
  return DOMAIN_OF_ENDPOINT.some((reference) => refersTo(reference, values, target) !== false);
}

function readInput(resource: TerraformResource, name: string): string | undefined {
  return resolveString(resource, (resource as unknown as Record<string, unknown>)[name]);
}
