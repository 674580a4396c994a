/** How one service of the family is spoken to, as data. Code outside the wire layer never sees a profile's words. */
export interface Profile {
  readonly name: 'spec' | 'ngrok';
  /** Base URL when none is configured. */
  readonly baseUrl?: string;
  /** Headers on every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The specification's member names to those on the wire, where they differ. */
  readonly words: Readonly<Record<string, string>>;
  /** Response header with the operation's id, where the service sends one. */
  readonly operationIdHeader?: string;
  /** Error codes are this followed by a number. */
  readonly errorPrefix: string;
  /** Requests in a rolling window of 60 s per account; undefined when the service names no limit. */
  readonly requestsPerMinute?: number;
  /** Whether a traffic source must name its fields (gaps.md section 0, 5400). */
  readonly trafficFieldsRequired: boolean;
  /** The service's own Terraform provider, whose states can be moved to this one. */
  readonly terraformProvider?: {
    /** Its source address with host. */
    readonly address: string;
    /** Its resource types to names of kinds. */
    readonly types: Readonly<Record<string, string>>;
  };
}
