/** Resources that own what single ones would declare too: never both in one stack (design: 'Beyond one-to-one resources'). */
import { TerraformResource, TerraformStack } from 'cdktf';
import { camelCase } from './naming';
import { isSameObject, type ObjectName, objectName } from './object-name';

/** What is owned: single objects of `kind` with the same `attribute`. */
interface Exclusive {
  readonly kind: string;
  readonly attribute: string;
}

/**
 * Has `app.synth()` report single resources of the kind, and other owners, that name the same object: the same construct
 * by reference, or the same text. Whether two different references mean one object only Terraform knows, and so does it
 * of the instances of different iterators.
 */
export function refuseSharing(owner: TerraformResource, { kind, attribute }: Exclusive): void {
  owner.node.addValidation({
    validate() {
      const stack = TerraformStack.of(owner);
      const mine = namedBy(owner, attribute);
      if (mine === undefined) return [];
      const sharing = stack.node
        .findAll()
        .filter(TerraformResource.isTerraformResource)
        .filter((other) => other !== owner && TerraformStack.of(other) === stack)
        .filter(({ terraformResourceType: type }) => [`netingress_${kind}`, owner.terraformResourceType].includes(type))
        .filter((other) => {
          const theirs = namedBy(other, attribute);
          return theirs !== undefined && isSameObject(mine, theirs);
        })
        .map(({ node }) => node.path);
      if (sharing.length === 0) return [];
      const property = camelCase(attribute);
      return [
        `${owner.node.path}: ${property}: is also that of ${sharing.join(', ')}, expected one set of rules, or single ` +
          'rules: a set removes every rule that it does not declare itself',
      ];
    },
  });
}

function namedBy(construct: TerraformResource, attribute: string): ObjectName | undefined {
  return objectName(construct, (construct as unknown as Record<string, unknown>)[`${camelCase(attribute)}Input`]);
}
