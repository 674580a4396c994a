/** Resources that own what single ones would declare too: never both in one app. */
import { TerraformResource } from 'cdktf';
import { camelCase } from './naming';
import { groupByName, instancesOf, isSameObject, objectName } from './object-reference';

/** What is owned: single objects of `kind` with the same `attribute`. */
interface Exclusive {
  readonly kind: string;
  readonly attribute: string;
}

/**
 * Has `app.synth()` report single resources of the kind, and other owners, that certainly name the same object, in every
 * stack of the app: the owner's next deployment would remove what the others made.
 */
export function refuseSharing(owner: TerraformResource, { kind, attribute }: Exclusive): void {
  const property = camelCase(attribute);
  const givenBy = (resource: TerraformResource): unknown =>
    (resource as unknown as Record<string, unknown>)[`${property}Input`];
  owner.node.addValidation({
    validate() {
      const mine = objectName(owner, givenBy(owner), instancesOf(owner));
      if (mine === undefined) return [];
      const others = owner.node.root.node
        .findAll()
        .filter(TerraformResource.isTerraformResource)
        .filter(({ terraformResourceType: type }) => [`netingress_${kind}`, owner.terraformResourceType].includes(type))
        .filter((other) => other !== owner);
      const sharing = groupByName(others, givenBy)
        .filter(({ name }) => name !== undefined && isSameObject(mine, name))
        .flatMap(({ resources }) => resources.map(({ node }) => node.path));
      if (sharing.length === 0) return [];
      return [
        `${owner.node.path}: ${property}: is also that of ${sharing.join(', ')}, expected one set of rules, or single ` +
          'rules: a set removes every rule that it does not declare itself',
      ];
    },
  });
}
