import type { Attributes, Kind, ObjectAttribute, ScalarAttribute, StringsAttribute } from '../kind';
import { pluralize } from '../text';

type KindDefault = 'plural' | 'path' | 'listKey' | 'listFilter' | 'errorCodes';

/** By default the path is the plural, the list key is the path, and lists accept a filter. */
export function defineKind(kind: Omit<Kind, KindDefault> & Partial<Pick<Kind, KindDefault>>): Kind {
  const plural = pluralize(kind.name);
  const { path = `/${plural}` } = kind;
  return { plural, path, listKey: path.slice(1), listFilter: true, errorCodes: {}, ...kind };
}

type Text = ScalarAttribute & { readonly type: 'string' };
type TextOptions = Omit<ScalarAttribute, 'type' | 'presence' | 'doc'>;

export function computedText(doc: string): Text {
  return { type: 'string', presence: 'computed', doc };
}

export function requiredText(doc: string, options: TextOptions = {}): Text {
  return { type: 'string', presence: 'required', ...options, doc };
}

export function optionalText(doc: string, options: TextOptions = {}): Text {
  return { type: 'string', presence: 'optional', ...options, doc };
}

export function immutableText(doc: string, options: TextOptions = {}): Text {
  return requiredText(doc, { requiresReplace: 'always', ...options });
}

export function computedTextList(doc: string): StringsAttribute {
  return { type: 'list', elements: 'string', presence: 'computed', doc };
}

export function optionalTextSet(
  doc: string,
  options: Omit<StringsAttribute, 'type' | 'elements' | 'presence' | 'doc'> = {},
) {
  return { type: 'set', elements: 'string', presence: 'optional', ...options, doc } as const;
}

export const id = computedText('Unique identifier, set by the service on create.');

export const uri = computedText('URI of this object in the management API.');

export const createdAt = computedText('Creation time, RFC 3339 in UTC.');

export const updatedAt: ScalarAttribute = {
  ...computedText('Time of the last update, RFC 3339 in UTC.'),
  recomputedWhen: true,
};

/**
 * As {@link MAX_METADATA_BYTES} a limit of the specification in bytes; texts of the public service also say characters
 * (docs/internals/gaps.md, section 6).
 */
export const MAX_DESCRIPTION_BYTES = 255;

export function description(doc: string): ScalarAttribute {
  return {
    type: 'string',
    presence: 'optional',
    maxBytes: MAX_DESCRIPTION_BYTES,
    emptyIsAbsent: true,
    doc: `${doc} At most ${MAX_DESCRIPTION_BYTES} bytes.`,
  };
}

export const MAX_METADATA_BYTES = 4096;

export const metadata: ScalarAttribute = optionalText(
  `Machine-readable data of your own, for example JSON. At most ${MAX_METADATA_BYTES} bytes; the service stores it unread.`,
  { maxBytes: MAX_METADATA_BYTES, emptyIsAbsent: true, format: 'json' },
);

export function commonAttributes(purpose: string): Attributes {
  return {
    id,
    uri,
    created_at: createdAt,
    description: description(purpose),
    metadata,
  };
}

export const refMembers: Attributes = {
  id: computedText('Identifier of the referenced object.'),
  uri: computedText('URI of the referenced object; may be empty.'),
};

export function computedRef(doc: string): ObjectAttribute {
  return { type: 'object', presence: 'computed', attributes: refMembers, doc };
}

export function domainOfUrl(doc: string): ObjectAttribute {
  const foundByHost = { kind: 'domain', url: 'url', name: 'domain', onDelete: 'refuse', inUseCode: 446 } as const;
  return { ...computedRef(doc), foundByHost };
}

/** Found by host and port. No published error code says that one in use cannot be deleted. */
export function tcpAddressOfUrl(doc: string): ObjectAttribute {
  const foundByHost = { kind: 'tcp_address', url: 'url', name: 'addr', onDelete: 'keep' } as const;
  return { ...computedRef(doc), foundByHost };
}

/** The documents of ngrok do not list `us-cal-1` among the regions (docs/internals/gaps.md). */
export const regions: Pick<ScalarAttribute, 'enum' | 'byProfile'> = {
  enum: ['au', 'eu', 'ap', 'us', 'us-cal-1', 'jp', 'in', 'sa'],
  byProfile: { ngrok: { enum: ['au', 'eu', 'ap', 'us', 'jp', 'in', 'sa'] } },
};

export function token(doc: string): ScalarAttribute {
  return {
    type: 'string',
    presence: 'computed',
    sensitive: true,
    omittedFromResponses: 'after-create',
    doc: `${doc} The service returns it only on create; after an import it is null.`,
  };
}

export const acl = optionalTextSet(
  'Allowed bindings: rules of the form `bind:<domain or address>`, optionally with a leading wildcard, or `bind:<label>=<value>`, where either side may be `*`. Without a rule, or with the rule `*`, every binding is allowed.',
  {
    format: 'acl',
    examples: [['bind:*.example.com', 'bind:tunnel.example.net:4443'], ['bind:app.example.com'], ['*']],
  },
);

export const keyUsages: Attributes = {
  key_usages: computedTextList('Allowed uses of the private key.'),
  extended_key_usages: computedTextList('Allowed purposes beyond the key usages, such as `serverAuth`.'),
};

/** Automatic TLS certificates of agent ingresses and domains; `domain.ts` says what differs for domains. */
export const certificateManagementPolicy: ObjectAttribute = {
  type: 'object',
  presence: 'optional',
  clearBy: 'null',
  doc: 'The service requests and renews the TLS certificate.',
  docOnChange: 'Remove it to disable automatic management.',
  attributes: {
    authority: requiredText('Certificate authority that issues the certificates. Only `letsencrypt` is supported.', {
      enum: ['letsencrypt'],
    }),
    private_key_type: optionalText(
      'Type of the private key: `rsa` or `ecdsa`. Default: `rsa`, which every TLS client accepts.',
      { default: 'rsa', enum: ['rsa', 'ecdsa'] },
    ),
  },
};

export const certificateManagementStatus: ObjectAttribute = {
  type: 'object',
  presence: 'computed',
  recomputedWhen: ['certificate_management_policy'],
  doc: 'State of automatic certificate management; null while it is disabled.',
  attributes: {
    renews_at: computedText('Time of the next renewal, RFC 3339; null until the first certificate is issued.'),
    provisioning_job: {
      type: 'object',
      presence: 'computed',
      doc: 'The job that provisions or renews the certificate; null while no job is running.',
      attributes: {
        error_code: computedText(
          'Reason of a failure: `INTERNAL_ERROR` is temporary and retried by the service, `DNS_ERROR` requires corrected DNS records.',
        ),
        msg: computedText('Progress or failure message.'),
        started_at: computedText('Start time of the job, RFC 3339.'),
        retries_at: computedText('Time of the next attempt, RFC 3339.'),
      },
    },
  },
};

export const owner: ScalarAttribute = {
  type: 'string',
  presence: 'optional-computed',
  profiles: ['ngrok'],
  requiresReplace: 'always',
  acceptsAlias: true,
  ref: { kind: 'service_user', responseName: 'owner_id', onDelete: 'cascade', unknownIdCode: 634 },
  doc: 'Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the owner of the API key of the provider.',
  docOnChange: 'Removing it keeps the owner. Only administrators can set it.',
};
