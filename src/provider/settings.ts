import type { Profile } from '../model/profiles';
import { PROVIDER_ATTRIBUTES } from '../model/provider-config';
import { type CompleteSettings, type Environment, resolveProviderSettings } from '../model/provider-settings';
import type { ObjectValue } from '../values/cty-value';
import type { ProviderDiagnostic } from './protocol/diagnostic';
import { invalidSetting, missingSetting } from './protocol/messages';

export interface ResolvedSettings {
  /** Undefined if a setting is missing, invalid or unknown. */
  readonly settings: CompleteSettings | undefined;
  /** Undefined if it is itself invalid or unknown; present also if another setting is. */
  readonly profile: Profile | undefined;
  /** Attributes whose values are known only after apply. */
  readonly unknown: readonly string[];
  readonly diagnostics: readonly ProviderDiagnostic[];
  /** Missing settings. They are errors on configure, not on validate, which runs without credentials. */
  readonly missing: readonly ProviderDiagnostic[];
}

export function resolveSettings(config: ObjectValue, environment: Environment): ResolvedSettings {
  const { values, complete, unknown, problems, missing } = resolveProviderSettings(config, environment);
  return {
    settings: complete,
    profile: values.profile,
    unknown,
    diagnostics: problems.map(invalidSetting),
    missing: missing.map((problem) => missingSetting(problem, PROVIDER_ATTRIBUTES[problem.name].env)),
  };
}
