import { jsonResponse } from '../http/http';
import type { Control } from './control';

/** Answers as soon as the service does; `delivery` says why events could not be written to their files, if so. */
export const health: Control = {
  GET: ({ profile, deliver }) =>
    jsonResponse(200, {
      status: 'ok',
      profile: profile.name,
      ...(deliver?.problem !== undefined && { delivery: deliver.problem }),
    }),
};
