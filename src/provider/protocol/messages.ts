/** What users are told when something fails: all texts in one place. */
import type { Kind } from '../../model/kind';
import { attributeAt } from '../../model/natural-key';
import { PROVIDER_ATTRIBUTES } from '../../model/provider-config';
import type { Diagnostic } from './diagnostic';

/** Terraform's name of a kind's resource type. */
export function resourceType(kind: Pick<Kind, 'name'>): string {
  return `netingress_${kind.name}`;
}

function error(summary: string, detail: string): Diagnostic {
  return { severity: 'error', summary, detail };
}

/** The service refused or could not be reached; the error's own message says what was asked of which object. */
export function requestFailed(kind: Pick<Kind, 'title'>, action: string, failure: Error, hint = ''): Diagnostic {
  const text = failure.message.endsWith('.') ? failure.message : `${failure.message}.`;
  return error(`Cannot ${action} ${kind.title}`, hint === '' ? text : `${text}\n\n${hint}`);
}

/** The indefinite article of a title. */
export function indefiniteArticle(title: string): string {
  return /^[aeiou]/i.test(title) ? 'an' : 'a';
}

/** The object that an update is about is not there. */
export function objectDeleted(kind: Kind, id: string, action: string): Diagnostic {
  return error(
    `Cannot ${action} ${kind.title}`,
    `The ${kind.title} ${id} does not exist any more. Run terraform plan again: it will propose to create it anew.`,
  );
}

/** The object that a data source is asked about is not there; `attribute` names it. */
export function objectNotFound(kind: Kind, id: string, action: string, attribute: string): Diagnostic {
  return {
    ...error(
      `Cannot ${action} ${kind.title}`,
      `There is no ${kind.title} ${id} at the service. Check ${attribute}, or the account that the API key belongs to.`,
    ),
    path: [attribute],
  };
}

/** Why a text that was to be imported is none. */
export interface BadImport {
  /** The kind whose identifier it is instead. */
  readonly owner?: Kind | undefined;
  /** What is wrong with it as a natural key; empty where nothing more is to say. */
  readonly problem: string;
}

/** An import of something that is neither an identifier nor a natural key of the kind. */
export function invalidImportId(kind: Kind, given: string, { owner, problem }: BadImport): Diagnostic {
  const what = owner
    ? `'${given}' is the identifier of ${indefiniteArticle(owner.title)} ${owner.title}, not of ${indefiniteArticle(kind.title)} ${kind.title}`
    : `'${given}' does not say which ${kind.title} to import${problem === '' ? '' : `: ${problem}`}`;
  const key = importKeyFormat(kind);
  const instead = owner ? ` To import it as what it is: terraform import ${resourceType(owner)}.<name> ${given}` : '';
  return error(
    `Cannot import ${kind.title}`,
    `${what}; expected ${kind.idPrefix}_ followed by letters and digits${key === undefined ? '' : `, or ${key}`}, as in: ` +
      `terraform import ${resourceType(kind)}.<name> ${kind.idPrefix}_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF.${instead}`,
  );
}

/** An import by a natural key that no object has, or several. */
export function ambiguousImport(kind: Kind, given: string, ids: readonly string[]): Diagnostic {
  const key = importKeyFormat(kind) ?? 'this key';
  const found =
    ids.length === 0
      ? `There is no ${kind.title} at the service with ${key} '${given}'. Look for it at the service, and import it by its identifier (${kind.idPrefix}_...).`
      : `There are ${ids.length} with ${key} '${given}': ${ids.join(', ')}. Import one of them by its identifier.`;
  return error(`Cannot import ${kind.title}`, found);
}

/** The natural key of a kind in the form in which an import takes it, or undefined. */
function importKeyFormat(kind: Kind): string | undefined {
  if (!kind.naturalKey) return undefined;
  const parts = kind.naturalKey.attributes.map((path) => {
    const attribute = attributeAt(kind.attributes, path);
    const certificate = 'equality' in attribute && attribute.equality === 'pem';
    return certificate ? 'SHA-256 of the certificate' : (path.split('.').at(-1) as string);
  });
  return parts.length === 1 ? `the ${parts[0] as string}` : parts.map((part) => `<${part}>`).join('/');
}

/** An imported object whose write-once values stay null. */
export function notReadable(kind: Kind, id: string, attributes: readonly string[]): Diagnostic {
  return {
    severity: 'warning',
    summary: `Imported ${kind.title} has no ${attributes.join(' and ')}`,
    detail:
      `The service answers the ${attributes.join(' and ')} of ${indefiniteArticle(kind.title)} ${kind.title} once, when it is created, ` +
      `so for the imported ${resourceType(kind)} ${id} it is null. If something needs it, create a new ${kind.title} instead.`,
  };
}

/** A read while the provider's configuration is not known yet. */
export function readSkipped(attributes: readonly string[]): Diagnostic {
  return {
    severity: 'warning',
    summary: 'Objects were not refreshed',
    detail:
      `The provider's ${attributes.join(' and ')} will only be known after apply, so the service was not asked: ` +
      'the plan is made from the stored state.',
  };
}

/** Something to read or open while the provider's configuration is not known yet, and deferring is not allowed. */
export function needsConfiguration(type: string, attributes: readonly string[]): Diagnostic {
  return error(
    'Provider configuration is not known yet',
    `${type} cannot be read because the provider's ${attributes.join(' and ')} will only be known after apply. ` +
      'Apply what they depend on first, with -target, or give them as known values.',
  );
}

/** Something to read or open whose own configuration is not known yet; Terraform itself waits for it. */
export function inputsUnknown(type: string): Diagnostic {
  return error(
    'Configuration is not known yet',
    `${type} was asked for while its configuration was not wholly known. This is a defect of the caller.`,
  );
}

/** Where a limit on the rate of requests comes from: the provider's configuration, or what is known of the service. */
export type LimitSource = 'setting' | { readonly profile: string };

const RATE_SETTING = `max_requests_per_minute (${PROVIDER_ATTRIBUTES.max_requests_per_minute.env})`;

function limitText(perMinute: number, source: LimitSource): string {
  const origin =
    source === 'setting' ? `as ${RATE_SETTING} says` : `the limit of the service profile '${source.profile}'`;
  return `${perMinute} ${perMinute === 1 ? 'request' : 'requests'} a minute (${origin})`;
}

/** More is planned than may be sent in a minute. */
export function rateLimitWillSlowApply(perMinute: number, source: LimitSource): Diagnostic {
  return {
    severity: 'warning',
    summary: 'The rate limit makes the apply take longer than a minute',
    detail:
      `No more is sent than ${limitText(perMinute, source)}, and this plan needs more. Its apply takes about one minute ` +
      `for every ${perMinute} objects to add, change or destroy, and twice that for those to replace; the plan ends with ` +
      `their numbers. Nothing fails by it: requests wait for their turn. If the account admits more, raise ${RATE_SETTING}.`,
  };
}

/** Requests were held back; `held` in ms. */
export function rateLimitSlowedRun(
  held: number,
  refusals: number,
  perMinute: number | undefined,
  source: LimitSource,
): Diagnostic {
  const answered = `The service answered 429 (too many requests) ${refusals === 1 ? 'once' : `${refusals} times`}`;
  const others = 'something else sends requests for the same account';
  const why =
    perMinute === undefined
      ? `${answered}. Set ${RATE_SETTING} to what the account admits, so that requests are spread before they are refused.`
      : `No more is sent than ${limitText(perMinute, source)}. ` +
        (refusals > 0 ? `${answered} all the same: ${others}, or the account admits less. ` : '') +
        `If the account admits more, raise ${RATE_SETTING}.`;
  return {
    severity: 'warning',
    summary: 'The rate limit makes this run take longer than a minute',
    detail: `Requests had to wait ${minutesText(held)} by now, and nothing failed by it. ${why}`,
  };
}

/** `1 min 54 s`. */
function minutesText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A setting that is given neither by attribute nor by environment. */
export function missingSetting(attribute: string, variable: string): Diagnostic {
  return {
    severity: 'error',
    summary: 'Missing provider configuration',
    detail: `The provider has no ${attribute}. Set ${attribute} in the provider configuration or the environment variable ${variable}.`,
    path: [attribute],
  };
}

/** `where` is the attribute or the environment variable that holds the value. */
export function invalidSetting(attribute: string, where: string, problem: string, expected: string): Diagnostic {
  return {
    severity: 'error',
    summary: 'Invalid provider configuration',
    detail: `${where} ${problem}; expected ${expected}.`,
    path: [attribute],
  };
}

/** A value that the client refuses to work with, such as plain http to another machine; its options are our attributes. */
export function rejectedSetting(failure: Error): Diagnostic {
  const attribute = Object.keys(PROVIDER_ATTRIBUTES).find((name) => failure.message.startsWith(optionName(name)));
  const refused = error('Invalid provider configuration', failure.message);
  if (attribute === undefined) return refused;
  const detail = attribute + failure.message.slice(optionName(attribute).length);
  return { ...refused, detail, path: [attribute] };
}

function optionName(attribute: string): string {
  return attribute.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** An operation that needs the service before ConfigureProvider, or after it failed. */
export function providerNotConfigured(): Diagnostic {
  return error(
    'Provider is not configured',
    'An operation that needs the service was asked for before the provider was configured. This is a defect of the caller.',
  );
}

/**
 * A defect of this provider: the one diagnostic of every exception that no operation expects. `operation` begins a
 * sentence. The exception may quote values, so secrets are removed with `redact`.
 */
export function unexpected(operation: string, failure: unknown, redact = (text: string): string => text): Diagnostic {
  const reason = failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure);
  return error(
    'The provider failed',
    `${operation} failed because of a defect of the provider, not of the configuration. Please report it with this ` +
      `text:\n\n${redact(reason)}`,
  );
}

/** A stored state that is damaged or was edited. */
export function invalidState(type: string, problem: string): Diagnostic {
  return error(
    'Invalid state',
    `The stored state of ${type} is damaged or was edited: ${problem}. Restore the state from a backup, or remove the ` +
      'object from the state with terraform state rm and import it again.',
  );
}

/** A response of the service whose values do not have the types of the schema. */
export function invalidResponse(type: string, problem: string): Diagnostic {
  return error(
    'Invalid response of the service',
    `The service returned an invalid value for ${type}: ${problem}. Check that base_url is the address of the ` +
      "service's API; if it is, report it to the service.",
  );
}
