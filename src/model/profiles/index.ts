/** The profiles by name (gaps.md section 0, 'Service profile'). */
import { ngrok } from './ngrok';
import type { Profile } from './profile';
import { spec } from './spec';

export { isDefaultOfProfile, kindIn } from './kind-in';
export type { Profile } from './profile';

/** All profiles; `spec` is the default. */
export const PROFILES: Readonly<Record<Profile['name'], Profile>> = { spec, ngrok };

/** The profile of that name, or undefined. */
export function tryFindProfile(name: string): Profile | undefined {
  return Object.values(PROFILES).find((profile) => profile.name === name);
}
