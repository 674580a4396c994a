import { type TerraformElement, TerraformProvider, TerraformStack } from 'cdktf';
import type { Attributes, Kind, ProfileName } from '../../model/kind';
import { resourceType } from '../../model/naming';
import { PROVIDER_ATTRIBUTES } from '../../model/provider-config';
import { formatPath, type ValuePath } from '../../values/path';
import { getInputProps, isProps, nestedAttributes, type Props } from '../render';
import { isToken } from '../tokens';

const DEFAULT_PROFILE: ProfileName = PROVIDER_ATTRIBUTES.profile.default;

type ProvidedElement = TerraformElement & { readonly provider?: TerraformProvider };

/**
 * Has `app.synth()` report a type or a prop that exists in another profile only. Without the prop `profile` of the
 * provider construct, the profile is `spec`: the environment of the synth says nothing about `NETINGRESS_PROFILE` of
 * the deployment.
 */
export function validateProfile(
  construct: ProvidedElement,
  model: Pick<Kind, 'name' | 'profiles' | 'attributes'>,
  getProps: () => Props,
): void {
  construct.node.addValidation({
    validate() {
      const uses = [
        ...(model.profiles ? [{ subject: resourceType(model), profiles: model.profiles }] : []),
        ...findProfileProps(model.attributes, getProps(), []),
      ];
      if (uses.length === 0) return [];
      const profile = findProfile(construct);
      return uses
        .filter(({ profiles }) => profile !== undefined && !profiles.includes(profile as ProfileName))
        .map(({ subject, profiles }) => {
          const names = profiles.map((name) => `'${name}'`).join(' or ');
          return `${subject}: does not exist in the profile '${profile}'; expected the profile ${names}. Set profile of NetingressProvider, if the service has that profile.`;
        });
    },
  });
}

interface ProfileUse {
  readonly subject: string;
  readonly profiles: readonly ProfileName[];
}

function findProfileProps(attributes: Attributes, props: Props, path: ValuePath): ProfileUse[] {
  return getInputProps(attributes).list.flatMap(({ prop, attribute }): ProfileUse[] => {
    const value = props[prop];
    if (value === undefined || value === null) return [];
    const propPath = [...path, prop];
    if (attribute.profiles) return [{ subject: formatPath(propPath), profiles: attribute.profiles }];
    // Elements of lists, sets and maps are not searched: test/model/kinds.test.ts requires that no attribute in them
    // has `profiles`.
    const members = attribute.type === 'object' ? nestedAttributes(attribute) : undefined;
    return members && isProps(value) && !isToken(value) ? findProfileProps(members, value, propPath) : [];
  });
}

/**
 * Undefined if the profile is a token, or if the construct selects no provider and the stack has no netingress provider
 * without an alias.
 */
function findProfile(construct: ProvidedElement): string | undefined {
  const provider = construct.provider ?? findDefaultProvider(TerraformStack.of(construct));
  if (!provider) return undefined;
  const { profile } = provider as TerraformProvider & { readonly profile?: string };
  if (profile === undefined) return DEFAULT_PROFILE;
  return isToken(profile) ? undefined : profile;
}

function findDefaultProvider(stack: TerraformStack): TerraformProvider | undefined {
  return stack.node
    .findAll()
    .filter((each): each is TerraformProvider => TerraformProvider.isTerraformProvider(each))
    .find(({ terraformResourceType, alias }) => terraformResourceType === 'netingress' && alias === undefined);
}
