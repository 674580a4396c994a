import { ngrok } from './ngrok';
import type { Profile } from './profile';

export { hasDefaultByProfile, isKindIn, kindIn } from './kind-in';
export type { Profile } from './profile';

const spec: Profile = {
  name: 'spec',
  headers: {},
  memberNames: {},
  errorPrefix: 'ERR_',
  serviceDomains: ['ingress-domain.example'],
  trafficFieldsRequired: false,
};

export const PROFILES: Readonly<Record<Profile['name'], Profile>> = { spec, ngrok };

export function tryFindProfile(name: string): Profile | undefined {
  return Object.values(PROFILES).find((profile) => profile.name === name);
}
