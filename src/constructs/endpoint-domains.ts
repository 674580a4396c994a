/** The order in which a domain and the cloud endpoints on it are created, replaced and destroyed. */
import { TerraformResource, TerraformStack } from 'cdktf';
import { isNamedBy, parseEndpointUrl } from '../model/formats/endpoint-url';
import { canonicalHostname } from '../model/formats/hostname';
import { resourceType } from '../model/naming';
import { cloudEndpoint } from '../model/resources/cloud-endpoint';
import { domain } from '../model/resources/domain';
import { resolveString } from './tokens';

const DOMAIN_TYPE = resourceType(domain);
const ENDPOINT_TYPE = resourceType(cloudEndpoint);

/**
 * The service refuses an endpoint without its domain, and refuses to delete the domain of an endpoint. An endpoint whose
 * URL is a literal therefore depends on its domain, and a domain gets `create_before_destroy` unless its lifecycle says
 * otherwise: a new domain exists before the endpoint moves to it, and the old one is deleted after that.
 */
export function orderEndpointAndDomain(resource: TerraformResource): void {
  if (resource.terraformResourceType === DOMAIN_TYPE) {
    const { createBeforeDestroy = findInStack(resource, ENDPOINT_TYPE).some((each) => isOnDomain(each, resource)) } =
      resource.lifecycle ?? {};
    if (createBeforeDestroy) resource.lifecycle = { ...resource.lifecycle, createBeforeDestroy };
  } else if (resource.terraformResourceType === ENDPOINT_TYPE) {
    const named = findInStack(resource, DOMAIN_TYPE).filter((each) => isOnLiteralDomain(resource, each));
    const others = named.map(addressOf).filter((address) => !resource.dependsOn?.includes(address));
    if (others.length > 0) resource.dependsOn = [...(resource.dependsOn ?? []), ...others];
  }
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
  const url = readInput(endpoint, 'urlInput') ?? '';
  const address = addressOf(owner).replace('.', '\\.');
  return new RegExp(`\\{[^}]*\\b${address}(?![\\w-])`).test(url) || isOnLiteralDomain(endpoint, owner);
}

function isOnLiteralDomain(endpoint: TerraformResource, owner: TerraformResource): boolean {
  const url = parseEndpointUrl(readInput(endpoint, 'urlInput') ?? '');
  return !('problem' in url) && isNamedBy(url.host, canonicalHostname(readInput(owner, 'domainInput') ?? ''));
}

function readInput(resource: TerraformResource, name: string): string | undefined {
  return resolveString(resource, (resource as unknown as Record<string, unknown>)[name]);
}
