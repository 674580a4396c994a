/** How an emulator is set up. */
import type { Clock } from '../time/clock';
import type { CertificateOutcome } from './settings';

/** One account and the keys that belong to it. */
export interface AccountOptions {
  /** How the controls call it; the service does not know the name. */
  readonly name: string;
  /** At least one; no key belongs to two accounts. */
  readonly apiKeys: readonly string[];
}

/** Everything may be left out. */
export interface EmulatorOptions {
  /**
   * What identifiers, tokens and the emulator's own keys follow from: the same seed, clock and requests get the same
   * answers, RSA and ECDSA keys aside. By default a different one each time.
   */
  readonly seed?: string | number;
  /** The keys of the one account. By default any non-empty bearer token is, since nothing here is secret. */
  readonly apiKeys?: readonly string[];
  /** Several accounts, told apart by their keys; other keys are refused (403). By default there is one, `default`. */
  readonly accounts?: readonly AccountOptions[];
  /** Whose words, error codes and quirks to use; by default `spec`, the words of the specification. */
  readonly profile?: 'spec' | 'ngrok';
  /** Requests of an account allowed in a sliding window, further ones get 429. By default there is no limit. */
  readonly rateLimit?: {
    readonly requests: number;
    readonly seconds: number;
    /** Whether a 429 says in `Retry-After` when to come back; by default not, as the documents do not mention it. */
    readonly retryAfter?: boolean;
  };
  /** Where time comes from: by default the machine's clock; a time in RFC 3339 is one that stands still there. */
  readonly clock?: Clock | string;
  /**
   * A file that holds everything, secrets too: read at the start if it is there, and written before a change is
   * answered. It is always whole; one that was not written by an emulator is refused and left as it is.
   */
  readonly stateFile?: string;
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
