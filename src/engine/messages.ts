/** What users are told when something fails: all texts in one place. */
import type { Kind } from '../model/kind';
import { PROVIDER_CONFIG } from '../model/provider-config';
import type { Diagnostic } from './diagnostic';

/** Terraform's name of a kind's resource type. */
export function resourceType(kind: Pick<Kind, 'name'>): string {
  return `netingress_${kind.name}`;
}

function error(summary: string, detail: string): Diagnostic {
  return { severity: 'error', summary, detail };
}

/** The service refused or could not be reached; the error's own message says what was asked of which object. */
export function callFailed(kind: Pick<Kind, 'title'>, action: string, failure: Error, hint = ''): Diagnostic {
  const text = failure.message.endsWith('.') ? failure.message : `${failure.message}.`;
  return error(`Cannot ${action} ${kind.title}`, hint === '' ? text : `${text}\n\n${hint}`);
}

/** A create was refused because an object with the natural key is there already. */
export function alreadyExists(kind: Kind, existingId: string | undefined): string {
  const key = kind.naturalKey?.attributes.join(' and ') ?? 'its key';
  const id = existingId ?? `<id of the existing ${kind.title}>`;
  return (
    `There is already ${article(kind.title)} ${kind.title} with this ${key}` +
    `${existingId ? `: ${existingId}` : ''}. To manage it with this configuration, import it:\n` +
    `  terraform import ${resourceType(kind)}.<name> ${id}\n` +
    `If this object was to replace one with create_before_destroy, remove create_before_destroy: the service cannot hold both at once.`
  );
}

function article(title: string): string {
  return /^[aeiou]/i.test(title) ? 'an' : 'a';
}

/** A create got no answer and it cannot be found out what became of it. */
export function createUncertain(kind: Kind, why: string): string {
  return (
    `The service did not answer, so the ${kind.title} may or may not exist. ${why} Look for it at the service; ` +
    `if it is there, import it with\n  terraform import ${resourceType(kind)}.<name> <id>\nor delete it, then apply again.`
  );
}

/** A lost create, and more than one object that it may have made. */
export function severalCandidates(kind: Kind, ids: readonly string[]): string {
  return createUncertain(kind, `Several objects look like it: ${ids.join(', ')}.`);
}

/** The object that an update is about is not there. */
export function objectIsGone(kind: Kind, id: string, action: string): Diagnostic {
  return error(
    `Cannot ${action} ${kind.title}`,
    `The ${kind.title} ${id} does not exist any more. Run terraform plan again: it will propose to create it anew.`,
  );
}

/** The object that a data source is asked about is not there; `attribute` names it. */
export function noSuchObject(kind: Kind, id: string, action: string, attribute: string): Diagnostic {
  return {
    ...error(
      `Cannot ${action} ${kind.title}`,
      `There is no ${kind.title} ${id} at the service. Check ${attribute}, or the account that the API key belongs to.`,
    ),
    path: [attribute],
  };
}

/** An import of something that is no identifier of the kind. */
export function badImportId(kind: Kind, given: string): Diagnostic {
  return error(
    `Cannot import ${kind.title}`,
    `'${given}' is not the identifier of ${article(kind.title)} ${kind.title}; expected ${kind.idPrefix}_ followed by ` +
      `letters and digits, as in: terraform import ${resourceType(kind)}.<name> ${kind.idPrefix}_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF`,
  );
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

/** A data source while the provider's configuration is not known yet, and deferring is not allowed. */
export function dataNeedsConfiguration(type: string, attributes: readonly string[]): Diagnostic {
  return error(
    'Cannot read data source',
    `${type} cannot be read because the provider's ${attributes.join(' and ')} will only be known after apply. ` +
      'Apply what they depend on first, with -target, or give them as known values.',
  );
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
export function badSetting(attribute: string, where: string, problem: string, expected: string): Diagnostic {
  return {
    severity: 'error',
    summary: 'Invalid provider configuration',
    detail: `${where} ${problem}; expected ${expected}.`,
    path: [attribute],
  };
}

/** A value that the client refuses to work with, such as plain http to another machine; its options are our attributes. */
export function refusedSetting(failure: Error): Diagnostic {
  const attribute = Object.keys(PROVIDER_CONFIG).find((name) => failure.message.startsWith(optionName(name)));
  const refused = error('Invalid provider configuration', failure.message);
  if (attribute === undefined) return refused;
  const detail = attribute + failure.message.slice(optionName(attribute).length);
  return { ...refused, detail, path: [attribute] };
}

function optionName(attribute: string): string {
  return attribute.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** An operation that needs the service before ConfigureProvider, or after it failed. */
export function notConfigured(): Diagnostic {
  return error(
    'Provider is not configured',
    'An operation that needs the service was asked for before the provider was configured. This is a defect of the caller.',
  );
}

/** A defect of this provider; the state handed back is the last one known to be true. */
export function unexpected(operation: string, failure: unknown): Diagnostic {
  const text = failure instanceof Error ? failure.message : String(failure);
  return error(
    'Unexpected provider error',
    `${operation} failed in a way that was not foreseen: ${text}. This is a defect of the provider; please report it.`,
  );
}
