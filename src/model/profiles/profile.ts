import type { ProfileName } from '../kind';

/** An API dialect as data. Only the client and the emulator translate to it. */
export interface Profile {
  readonly name: ProfileName;
  readonly baseUrl?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Member names of the specification to those of the dialect, where they differ. */
  readonly memberNames: Readonly<Record<string, string>>;
  /** Response header with the id under which the service traces the request. */
  readonly operationIdHeader?: string;
  /** Prefix of error codes, before the number. */
  readonly errorPrefix: string;
  /** Limit of requests per account in a rolling window of 60 seconds. */
  readonly requestsPerMinute?: number;
  /** Domains that the service owns; users reserve subdomains of them. */
  readonly serviceDomains: readonly string[];
  /** Every account has a subdomain of this domain, which cannot be deleted. */
  readonly devDomain?: string;
  /** A source of traffic events must select its fields (error 5400). */
  readonly trafficFieldsRequired: boolean;
  /** The Terraform provider of the vendor; its states can be moved to this provider. */
  readonly terraformProvider?: {
    /** Addresses under which Terraform and OpenTofu, whose default registries differ, know the provider. */
    readonly addresses: readonly [string, ...string[]];
    /** The kind's name by the provider's resource type. */
    readonly types: Readonly<Record<string, string>>;
  };
}
