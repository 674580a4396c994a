import { TerraformResource } from 'cdktf';
import { camelCase } from '../model/naming';
import { getRepetition, groupByReference, isSameObject, toObjectReference } from './object-reference';

/**
 * Has `app.synth()` report other constructs that manage the same objects as the owner, in any stack: single resources of
 * the kind, and other owners. The owner's next deployment would delete the objects that the others created.
 */
export function validateSingleOwner(
  owner: TerraformResource,
  { kind, attribute }: { readonly kind: string; readonly attribute: string },
): void {
  const property = camelCase(attribute);
  const getId = (resource: TerraformResource): unknown =>
    (resource as unknown as Record<string, unknown>)[`${property}Input`];
  owner.node.addValidation({
    validate() {
      const owned = toObjectReference(owner, getId(owner), getRepetition(owner));
      if (owned === undefined) return [];
      const others = owner.node.root.node
        .findAll()
        .filter(TerraformResource.isTerraformResource)
        .filter(({ terraformResourceType: type }) => [`netingress_${kind}`, owner.terraformResourceType].includes(type))
        .filter((other) => other !== owner);
      const paths = groupByReference(others, getId)
        .filter(({ reference }) => reference !== undefined && isSameObject(owned, reference))
        .flatMap(({ resources }) => resources.map(({ node }) => node.path));
      if (paths.length === 0) return [];
      return [
        `${property}: the policy is also managed by ${paths.join(', ')}; expected a single owner. Use either one ` +
          'IpPolicyRules or separate IpPolicyRule constructs, because IpPolicyRules deletes all rules that it does not declare.',
      ];
    },
  });
}
