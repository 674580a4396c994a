/** What does ConfigureProvider leave for the other operations: a session, or the reason why there is none. */
import type { ServiceClient } from '../client/api';
import type { Profile } from '../model/profiles';
import type { CompleteSettings, Environment } from '../model/provider-settings';
import { isWhollyKnown, type ObjectValue } from '../values/cty-value';
import { hasErrors, type ProviderDiagnostic } from './protocol/diagnostic';
import { inputsUnknown, needsConfiguration, providerNotConfigured, rejectedSetting } from './protocol/messages';
import type { DeferrableRequest, DeferredReason, DiagnosticsResponse } from './protocol/provider';
import { checkAccountObject, createOpenSession, type OpenedSession, type OpenSession } from './service/open-session';
import { createRateLimitWarning } from './service/rate-limit-warning';
import { isServiceError } from './service/service-error';
import type { Session } from './service/session';
import { resolveSettings } from './settings';

export type Configuration = CompleteConfiguration | UnknownConfiguration;

export interface CompleteConfiguration {
  readonly openSession: OpenSession;
  /** Returns true for the first call only: without a session every refresh fails, and one error is enough. */
  readonly claimFirstRefusedRead: () => boolean;
  readonly takeWarnings: () => readonly ProviderDiagnostic[];
  readonly accountObject: string | undefined;
}

/** Terraform then plans, but neither applies nor closes anything. */
export interface UnknownConfiguration {
  readonly openSession?: undefined;
  /** The settings that are known only after apply, at least one. */
  readonly unknown: readonly string[];
}

export interface ConfigureOptions {
  readonly environment: Environment;
  /** Called by each `configure` with complete and valid settings. Must not send anything. */
  readonly connect: (settings: CompleteSettings) => ServiceClient;
  /** The folder of a stack that CDKTF wrote, for commands in messages: `cdktf.out/stacks/access`. */
  readonly folder?: string | undefined;
}

export interface Configured extends DiagnosticsResponse {
  /** Undefined after an error. */
  readonly configuration: Configuration | undefined;
  /** Undefined if it is itself invalid or unknown; present also if another setting is. */
  readonly profile: Profile | undefined;
}

/** `stopSignal`: see `Session`. */
export function createConfiguration(
  config: ObjectValue,
  { environment, connect, folder }: ConfigureOptions,
  stopSignal: () => AbortSignal,
): Configured {
  const { settings, profile, unknown, ...problems } = resolveSettings(config, environment);
  const invalid = settings ? checkAccountObject(settings) : [];
  const diagnostics = [...problems.diagnostics, ...problems.missing, ...invalid];
  if (hasErrors(diagnostics)) return { configuration: undefined, profile, diagnostics };
  if (!settings) return { configuration: { unknown }, profile, diagnostics };
  try {
    const client = connect(settings);
    let isRefused = false;
    const configuration = {
      openSession: createOpenSession(client, settings, stopSignal, folder),
      claimFirstRefusedRead() {
        const isFirst = !isRefused;
        isRefused = true;
        return isFirst;
      },
      takeWarnings: createRateLimitWarning(client.rateLimitUsage, settings),
      accountObject: settings.accountObject,
    };
    return { configuration, profile, diagnostics };
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    return { configuration: undefined, profile, diagnostics: [...diagnostics, rejectedSetting(failure)] };
  }
}

/** For an operation that needs the service. The message names `type`: `netingress_ip_policy`. */
export async function openSessionFor(configuration: Configuration | undefined, type: string): Promise<OpenedSession> {
  if (configuration?.openSession) return configuration.openSession();
  return { problem: whyNoSession(configuration, type) };
}

export function whyNoSession(configuration: UnknownConfiguration | undefined, type: string): ProviderDiagnostic {
  return configuration ? needsConfiguration(type, configuration.unknown) : providerNotConfigured();
}

/** For an operation that Terraform may defer: with an unknown value, the response says so, or has an error. */
export async function openSessionOrDefer(
  configuration: Configuration | undefined,
  { type, config, deferralAllowed }: DeferrableRequest,
): Promise<
  | { readonly session: Session }
  | { readonly session?: undefined; readonly response: DiagnosticsResponse & { readonly deferred?: DeferredReason } }
> {
  if (!configuration) return { response: { diagnostics: [providerNotConfigured()] } };
  if (configuration.openSession && isWhollyKnown(config)) {
    const opened = await configuration.openSession();
    return opened.session ? opened : { response: { diagnostics: [opened.problem] } };
  }
  if (deferralAllowed) {
    const deferred = configuration.openSession ? 'resource_config_unknown' : 'provider_config_unknown';
    return { response: { diagnostics: [], deferred } };
  }
  const problem = configuration.openSession ? inputsUnknown(type) : whyNoSession(configuration, type);
  return { response: { diagnostics: [problem] } };
}
