import type { ProfileName } from '../kind';

/**
 * The differences of an API dialect that are data. Behavior that only one dialect has is where `name` is tested: mostly
 * in hooks of the emulator.
 */
export interface Profile {
  readonly name: ProfileName;
  /** Default of the provider setting `base_url`. */
  readonly baseUrl?: string;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Member names of the specification to those of the dialect, where they differ. They apply to the attributes of all
   * kinds, at any depth.
   */
  readonly memberNames: Readonly<Record<string, string>>;
  /** Response header with the id under which the service traces the request. */
  readonly operationIdHeader?: string;
  /** Prefix of error codes, before the number. */
  readonly errorPrefix: string;
  /**
   * Limit per account in a rolling window of 60 seconds. The client keeps to it by default; the emulator has its option
   * `rateLimit`.
   */
  readonly requestsPerMinute?: number;
  /** Domains that the service owns; users reserve subdomains of them. */
  readonly serviceDomains: readonly string[];
  /** Every account owns one subdomain of this domain. The subdomain cannot be deleted. */
  readonly devDomain?: string;
  /** A source of traffic events must select its fields, or is refused with the error 5400. */
  readonly trafficFieldsRequired: boolean;
  /** The Terraform provider of the vendor; its states can be moved to this provider. */
  readonly terraformProvider?: {
    /** Addresses under which Terraform and OpenTofu, whose default registries differ, know the provider. */
    readonly addresses: readonly [string, ...string[]];
    /** The kind's name by the provider's resource type. */
    readonly types: Readonly<Record<string, string>>;
  };
}
