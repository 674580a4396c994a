/**
 * Types of another profile are in the schema, and refused once the provider is configured. Not refused are conversions
 * of stored states, generated configurations, and the close of an ephemeral object.
 */
import type { Kind } from '../model/kind';
import { isKindIn, type Profile } from '../model/profiles';
import { createError, type ProviderDiagnostic } from './protocol/diagnostic';

/** Undefined if the profile has the type, or is not known. */
export function unavailableType(
  type: string,
  kind: Pick<Kind, 'profiles'>,
  profile: Profile | undefined,
): ProviderDiagnostic | undefined {
  if (!profile || isKindIn(kind, profile)) return undefined;
  const names = (kind.profiles ?? []).map((name) => `'${name}'`).join(' or ');
  return createError(
    'Not available in this profile',
    `${type} does not exist in the profile '${profile.name}'; expected the profile ${names}. Set profile in the provider ` +
      'block, or NETINGRESS_PROFILE, if the service has that profile; otherwise remove the block.',
  );
}
