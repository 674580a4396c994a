import type { Behaviour } from './kind-hooks';

/** `format` is taken in any case and answered as it was given (gaps.md section 2, `/event_destinations`). */
export const eventDestination: Behaviour = { keepsSpelling: ['format'] };
