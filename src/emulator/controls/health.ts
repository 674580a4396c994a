import { jsonAnswer } from '../message';
import type { Control } from './control';

/** Answers as soon as the service does. */
export const health: Control = {
  GET: ({ profile }) => jsonAnswer(200, { status: 'ok', profile: profile.name }),
};
