import type { Clock } from './clock';

export const CERTIFICATE_OUTCOMES = ['ok', 'DNS_ERROR', 'INTERNAL_ERROR'] as const;

/** How the certificate job of a domain ends. */
export type CertificateOutcome = 'ok' | 'DNS_ERROR' | 'INTERNAL_ERROR';

/** One account of the emulator and its keys. */
export interface AccountOptions {
  /** Name in the controls and snapshots; the API does not return it. */
  readonly name: string;
  /**
   * The keys of the account, at least one. A key must belong to one account only. The tokens of its `api_key` objects
   * are accepted too.
   */
  readonly apiKeys: readonly string[];
}

/** Options of an emulator; all are optional. */
export interface EmulatorOptions {
  /**
   * Seed of ids, tokens and keys. The same seed, clock and requests produce the same responses, except for RSA
   * and ECDSA keys that the emulator generates, and certificates of them. Random by default.
   */
  readonly seed?: string | number;
  /**
   * Accepted API keys of the only account, at least one; allowed only without `accounts`. The tokens of `api_key`
   * objects are accepted too. Default: any bearer token without blanks, because the data is not secret; tokens of tunnel
   * credentials are refused.
   */
  readonly apiKeys?: readonly string[];
  /** The accounts, selected by API key; unknown keys get a 403. Default: one account `default`. */
  readonly accounts?: readonly AccountOptions[];
  /**
   * Dialect of the API: attribute names, error codes and deviations. `spec` is the specification, `ngrok` the public
   * service. Default: `spec`.
   */
  readonly profile?: 'spec' | 'ngrok';
  /** Requests of each account in a sliding window; further requests get a 429. Unlimited by default. */
  readonly rateLimit?: {
    readonly requests: number;
    readonly seconds: number;
    /** Whether a 429 has a `Retry-After` header. Default: false, because the specification does not mention it. */
    readonly retryAfter?: boolean;
  };
  /**
   * Largest numbers of objects, by `<kind>.per_account`, or by `<kind>.per_<last word of another kind>` if an attribute
   * holds the id of one object of that kind: `{'ip_policy_rule.per_policy': 100}` are 100 rules of each `ip_policy`.
   * Further creates get a 409; updates are not limited. Unlimited by default.
   */
  readonly limits?: Readonly<Record<string, number>>;
  /** A clock, or an RFC 3339 time at which the clock is frozen. Default: the system clock. */
  readonly clock?: Clock | string;
  /**
   * File with the state of a snapshot, including secrets. It is read at the start if it exists, and replaced atomically
   * at the start and before each response to a write. A file that is not an emulator state, or that another emulator of
   * the machine uses, is rejected and not modified. `<file>.lock` is beside it until `close`, and `<file>.tmp` during a
   * write.
   */
  readonly stateFile?: string;
  /** Result of certificate jobs. By default each succeeds after 2 seconds of the clock. */
  readonly certificates?: {
    /** Duration of a job, by the emulator's clock. Default: 2. */
    readonly seconds?: number;
    /** The outcomes by domain; `ok` for other domains. */
    readonly outcomes?: Readonly<Record<string, CertificateOutcome>>;
  };
  /**
   * Folder for delivered events: `<id>.ndjson` for each destination, appended to. If the events of a request cannot be
   * written, the request still succeeds, and `GET /_emulator/health` has the reason. By default none are written.
   */
  readonly eventFolder?: string;
  /** Regions in which agent ingresses get a domain. Default: us, eu, ap, au, sa, jp, in. */
  readonly regions?: readonly string[];
}

export interface Settings {
  readonly certificates: {
    readonly seconds: number;
    /** The outcomes by lower-case domain; `ok` for other domains. */
    readonly outcomes: Readonly<Record<string, CertificateOutcome>>;
  };
  readonly regions: readonly string[];
}

/** 2 seconds are long enough to observe a running job and short enough for a test. */
const DEFAULTS: Settings = {
  certificates: { seconds: 2, outcomes: {} },
  regions: ['us', 'eu', 'ap', 'au', 'sa', 'jp', 'in'],
};

export function createSettings({ certificates, regions }: EmulatorOptions): Settings {
  return changeSettings(DEFAULTS, { certificates, regions });
}

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };
type SettingsChange = Optional<Pick<Settings, 'regions'> & { certificates: Optional<Settings['certificates']> }>;

/** Missing members keep their value; `outcomes` and `regions` are replaced. */
export function changeSettings(settings: Settings, { certificates, regions }: SettingsChange): Settings {
  const outcomes = certificates?.outcomes;
  return {
    certificates: {
      seconds: certificates?.seconds ?? settings.certificates.seconds,
      outcomes: outcomes
        ? Object.fromEntries(Object.entries(outcomes).map(([domain, outcome]) => [domain.toLowerCase(), outcome]))
        : settings.certificates.outcomes,
    },
    regions: regions ?? settings.regions,
  };
}

export function getCertificateOutcome(settings: Settings, domain: string): CertificateOutcome {
  const { outcomes } = settings.certificates;
  const key = domain.toLowerCase();
  return Object.hasOwn(outcomes, key) ? (outcomes[key] ?? 'ok') : 'ok';
}
