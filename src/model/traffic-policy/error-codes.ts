/** Error codes of the service that several checks of a traffic policy return. */
export const UNREADABLE_POLICY = 2236;
export const EMPTY_POLICY = 18011;
