import type { ApiError } from '../../client/api';
import type { Kind } from '../../model/kind';
import { PLAN_FOR_MOVES_VARIABLE } from '../../model/provider-config';
import { findSettingOfOption, type SettingProblem } from '../../model/provider-settings';
import { endSentence, pluralize, shellQuote } from '../../model/text';
import type { Advice, FailedRequest } from '../../values/diagnostic-cause';
import type { Words } from '../../values/words';
import { createError, createWarning, type ProviderDiagnostic, withCause } from './diagnostic';

/** Terraform prints the address between the summary and the detail, and does not pass it to providers. */
export const WHERE_ADDRESS = 'ADDRESS is the one after "with" above';

/** Lines of a message: the command, and without an address also what takes its place in a CDKTF app. */
export function formatImport(id: string, address?: string): Words {
  if (address !== undefined) return `  terraform import ${shellQuote(address)} ${id}`;
  return `  terraform import ADDRESS ${id}\n(${WHERE_ADDRESS}; in a CDKTF app: importFrom('${id}') of the construct)`;
}

export function requestFailed(
  kind: Pick<Kind, 'title'>,
  action: string,
  failure: Error & FailedRequest,
  advice: Words | Advice = '',
): ProviderDiagnostic {
  const subject = action === 'list' ? pluralize(kind.title) : kind.title;
  return withCause(createError(`Cannot ${action} ${subject}`, endSentence(failure.message)), {
    kind: 'request',
    failure,
    advice,
  });
}

export function objectDeleted(kind: Kind, id: string, action: string, failure: FailedRequest): ProviderDiagnostic {
  const detail =
    `The ${kind.title} '${id}' no longer exists. Run terraform plan again, which proposes to create it if the ` +
    'configuration has it.';
  return withCause(createError(`Cannot ${action} ${kind.title}`, detail), { kind: 'request', failure });
}

/** `attribute` is the one that has the id. */
export function objectNotFound(kind: Kind, id: string, action: string, attribute: string): ProviderDiagnostic {
  const detail = `The service has no ${kind.title} '${id}'. Check ${attribute} and the account of the API key.`;
  return createError(`Cannot ${action} ${kind.title}`, detail, [attribute]);
}

export function refreshSkipped(attributes: readonly string[]): ProviderDiagnostic {
  return createWarning(
    'Objects were not refreshed',
    `The provider's ${attributes.join(' and ')} will be known only after apply, so no request was sent. The plan is ` +
      'based on the stored state.',
  );
}

export function needsConfiguration(type: string, attributes: readonly string[]): ProviderDiagnostic {
  return createError(
    'Provider configuration is not known yet',
    `${type} needs the service, and the provider's ${attributes.join(' and ')} will be known only after apply; ` +
      'expected known values. Apply what they depend on first, with -target, or set them to known values.',
  );
}

export function planIsForMoves(): ProviderDiagnostic {
  return createError(
    'The plan is for netingress moves only',
    `The plan was made with ${PLAN_FOR_MOVES_VARIABLE}, so it does not refuse to delete and create renamed objects. Add the ` +
      `blocks of netingress moves, unset ${PLAN_FOR_MOVES_VARIABLE}, and plan again. This object was not changed.`,
  );
}

/** Terraform itself waits until the configuration is known, so this is a defect of the caller. */
export function inputsUnknown(type: string): ProviderDiagnostic {
  return createError(
    'Configuration is not known yet',
    `The configuration of ${type} contains unknown values; expected known values. This is a defect of the caller.`,
  );
}

export function missingSetting({ name, problem, expected }: SettingProblem, variable: string): ProviderDiagnostic {
  const detail = `${name} ${problem}; expected ${expected}. Set ${name} in the provider block or the environment variable ${variable}.`;
  return withCause(createError('Missing provider configuration', detail, [name]), { kind: 'setting' });
}

export function invalidSetting({ name, source, problem, expected }: SettingProblem): ProviderDiagnostic {
  return settingRefused(`${source} ${problem}; expected ${expected}.`, name);
}

function settingRefused(detail: Words, name: string | undefined): ProviderDiagnostic {
  const path = name === undefined ? undefined : [name];
  return withCause(createError('Invalid provider configuration', detail, path), { kind: 'setting' });
}

/** The client rejected an option, such as plain http to another machine. Names its setting, if it has one. */
export function rejectedSetting({ argument = '', message, problem }: ApiError): ProviderDiagnostic {
  const name = findSettingOfOption(argument);
  // `["X-Team"]` of `headers["X-Team"]`.
  const member = /\[.*/s.exec(argument)?.[0] ?? '';
  return settingRefused(name && problem ? `${name}${member} ${problem}` : message, name);
}

export function providerNotConfigured(): ProviderDiagnostic {
  return createError(
    'Provider is not configured',
    'The operation needs the service, but the provider is not configured. This is a defect of the caller.',
  );
}

/** `operation` begins a sentence. The exception may quote values, so `redact` removes secrets. */
export function unexpected(
  operation: string,
  failure: unknown,
  redact = (message: string) => message,
): ProviderDiagnostic {
  const reason = failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure);
  return createError(
    'The provider failed',
    `${operation} failed because of a defect of the provider, not of the configuration. Report it with this message:` +
      `\n\n${redact(reason)}`,
  );
}

export function invalidState(type: string, problem: Words): ProviderDiagnostic {
  return createError(
    'Invalid state',
    `The stored state of ${type} is damaged or was edited: ${problem}. Restore the state from a backup, or remove the ` +
      'object from the state with terraform state rm and import it again.',
  );
}

export function invalidServiceResponse(type: string, problem: Words): ProviderDiagnostic {
  return createError(
    'Invalid response of the service',
    `The service returned an invalid value for ${type}: ${problem}. Check that base_url is the address of the ` +
      "service's API; if it is, report it to the service.",
  );
}
