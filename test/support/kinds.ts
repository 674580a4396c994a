/** The kinds by the profile of the service in which tests create their objects. */
import type { Kind, ProfileName } from '../../src/model/kind';
import { kindsIn } from '../../src/model/kinds';
import { isKindIn, PROFILES } from '../../src/model/profiles';

/** The kinds of the specification, as a service of the profile `spec` has them. */
export const SPEC_KINDS: readonly Kind[] = kindsIn(PROFILES.spec);

/** The kinds that only the public service has. */
export const NGROK_KINDS: readonly Kind[] = kindsIn(PROFILES.ngrok).filter((kind) => !isKindIn(kind, PROFILES.spec));

/** Every kind with a profile that has it: `spec`, or `ngrok` for a kind that only the public service has. */
export const KINDS_WITH_PROFILE: readonly { readonly kind: Kind; readonly profile: ProfileName }[] = [
  ...SPEC_KINDS.map((kind) => ({ kind, profile: 'spec' as const })),
  ...NGROK_KINDS.map((kind) => ({ kind, profile: 'ngrok' as const })),
];
