import type { Profile } from './profile';

/** The words of the two documents. The base URL must be given. */
export const spec: Profile = {
  name: 'spec',
  headers: {},
  words: {},
  errorPrefix: 'ERR_',
  trafficFieldsRequired: false,
};
