/** What the controls can change about how the service behaves. */
import type { EmulatorOptions } from './options';

/** How the certificate job of a domain ends (management-api.md, 'AgentIngressCertJob'). */
export type CertificateOutcome = 'ok' | 'DNS_ERROR' | 'INTERNAL_ERROR';

/** The settings in force. */
export interface Settings {
  readonly certificates: {
    /** How long a job runs, in seconds of the emulator's clock. */
    readonly seconds: number;
    /** By lower-case domain; one that is not here ends `ok`. */
    readonly outcomes: Readonly<Record<string, CertificateOutcome>>;
  };
  readonly regions: readonly string[];
}

/** Changes to settings: a member that is absent stays as it is, `outcomes` and `regions` are replaced whole. */
export interface SettingsChange {
  readonly certificates?:
    | {
        readonly seconds?: number | undefined;
        readonly outcomes?: Readonly<Record<string, CertificateOutcome>> | undefined;
      }
    | undefined;
  readonly regions?: readonly string[] | undefined;
}

/** 2 seconds are long enough to be seen waiting, and short enough for a test. The regions are those of gaps.md 5.2. */
const defaults: Settings = {
  certificates: { seconds: 2, outcomes: {} },
  regions: ['us', 'eu', 'ap', 'au', 'sa', 'jp', 'in'],
};

/** The settings with which an emulator starts, and to which a reset returns. */
export function initialSettings({ certificates, regions }: EmulatorOptions): Settings {
  return changeSettings(defaults, { certificates, regions });
}

/** The settings after a change. */
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

/** How a job for that domain ends. */
export function outcomeOf(settings: Settings, domain: string): CertificateOutcome {
  const { outcomes } = settings.certificates;
  const key = domain.toLowerCase();
  return Object.hasOwn(outcomes, key) ? (outcomes[key] ?? 'ok') : 'ok';
}

function lowerCaseKeys<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key.toLowerCase(), value]));
}
