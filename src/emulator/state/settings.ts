import type { CertificateOutcome, EmulatorOptions } from './options';

export interface Settings {
  readonly certificates: {
    /** By the emulator's clock. */
    readonly seconds: number;
    /** By lower-case domain; `ok` for other domains. */
    readonly outcomes: Readonly<Record<string, CertificateOutcome>>;
  };
  readonly regions: readonly string[];
}

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Missing members keep their value; `outcomes` and `regions` are replaced. */
export interface SettingsChange extends Optional<Pick<Settings, 'regions'>> {
  readonly certificates?: Optional<Settings['certificates']> | undefined;
}

/** 2 seconds are long enough to observe a running job and short enough for a test. */
const DEFAULTS: Settings = {
  certificates: { seconds: 2, outcomes: {} },
  regions: ['us', 'eu', 'ap', 'au', 'sa', 'jp', 'in'],
};

export function createSettings({ certificates, regions }: EmulatorOptions): Settings {
  return changeSettings(DEFAULTS, { certificates, regions });
}

export function changeSettings(settings: Settings, { certificates, regions }: SettingsChange): Settings {
  const outcomes = certificates?.outcomes;
  return {
    certificates: {
      seconds: certificates?.seconds ?? settings.certificates.seconds,
      outcomes: outcomes ? lowerCaseKeys(outcomes) : settings.certificates.outcomes,
    },
    regions: regions ?? settings.regions,
  };
}

export function getCertificateOutcome(settings: Settings, domain: string): CertificateOutcome {
  const { outcomes } = settings.certificates;
  const key = domain.toLowerCase();
  return Object.hasOwn(outcomes, key) ? (outcomes[key] ?? 'ok') : 'ok';
}

function lowerCaseKeys<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key.toLowerCase(), value]));
}
