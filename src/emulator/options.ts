/** How an emulator is set up. */
import type { Clock } from './clock';
import type { CertificateOutcome } from './settings';

/** Everything may be left out. */
export interface EmulatorOptions {
  /** The keys that are accepted. By default any non-empty bearer token is, since nothing here is secret. */
  readonly apiKeys?: readonly string[];
  /** Whose words, error codes and quirks to use; by default `spec`, the words of the specification. */
  readonly profile?: 'spec' | 'ngrok';
  /** Requests allowed in a sliding window, further ones get 429. By default there is no limit. */
  readonly rateLimit?: { readonly requests: number; readonly seconds: number };
  /** Where time comes from; by default the machine's clock. Tests hand in their own. */
  readonly clock?: Clock;
  /** How certificate jobs end; by default each succeeds after 2 seconds of the clock. */
  readonly certificates?: {
    readonly seconds?: number;
    /** By domain; `ok` for those not named. */
    readonly outcomes?: Readonly<Record<string, CertificateOutcome>>;
  };
  /** Folder for events: each destination gets a file `<id>.ndjson` there, which is added to. By default there are none. */
  readonly deliver?: string;
  /** Regions for which agent ingresses get a domain. */
  readonly regions?: readonly string[];
}
