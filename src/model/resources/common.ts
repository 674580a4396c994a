/** Attributes that every kind shares (management-api.md, 'Conventions'). */
import type { Attributes, ObjectAttribute, ScalarAttribute, StringsAttribute } from '../kind';

/** The identifier; stable for the object's life. */
export const id: ScalarAttribute = {
  type: 'string',
  presence: 'computed',
  doc: 'Unique identifier, given by the service at creation.',
};

/** Where the object is served. */
export const uri: ScalarAttribute = {
  type: 'string',
  presence: 'computed',
  doc: 'URI at which the management API serves this object.',
};

/** Creation time. */
export const createdAt: ScalarAttribute = {
  type: 'string',
  presence: 'computed',
  doc: 'When the object was created, RFC 3339 in UTC.',
};

/** `description`: at most 255 bytes; gaps.md section 0 makes that bytes everywhere. */
export function description(doc: string, code?: number): ScalarAttribute {
  return {
    type: 'string',
    presence: 'optional',
    maxBytes: 255,
    emptyIsAbsent: true,
    doc,
    ...(code && { errorCode: code }),
  };
}

/** `metadata`: at most 4096 bytes; error 100 when longer (gaps.md section 1.6). Need not be JSON. */
export const metadata: ScalarAttribute = {
  type: 'string',
  presence: 'optional',
  maxBytes: 4096,
  emptyIsAbsent: true,
  equality: 'json',
  errorCode: 100,
  doc: 'Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.',
};

/** Members of every Ref (management-api.md, 'Conventions'). */
export const refMembers: Attributes = {
  id: { type: 'string', presence: 'computed', doc: 'Identifier of the object referred to.' },
  uri: { type: 'string', presence: 'computed', doc: 'URI of the object referred to; may be empty.' },
};

/** A computed `{id, uri}` that no input stands behind. */
export function computedRef(doc: string): ObjectAttribute {
  return { type: 'object', presence: 'computed', attributes: refMembers, doc };
}

/** A text that only the service gives and that never changes. */
export function text(doc: string): ScalarAttribute {
  return { type: 'string', presence: 'computed', doc };
}

/** The regions of domains and addresses; the public service does not list `us-cal-1` among them. */
export const regions: Pick<ScalarAttribute, 'enum' | 'byProfile'> = {
  enum: ['au', 'eu', 'ap', 'us', 'us-cal-1', 'jp', 'in', 'sa'],
  byProfile: { ngrok: { enum: ['au', 'eu', 'ap', 'us', 'jp', 'in', 'sa'] } },
};

/** A token that only the answer to the creation holds (management-api.md, 'Authentication' 2 and 3). */
export function token(doc: string): ScalarAttribute {
  return {
    type: 'string',
    presence: 'computed',
    sensitive: true,
    readback: 'on-create',
    doc: `${doc} The service answers it once, at creation; after an import it is null.`,
  };
}

/** `acl` of tunnel credentials and SSH public keys (management-api.md, 'Authentication' 4). */
export const acl: StringsAttribute = {
  type: 'set',
  elements: 'string',
  presence: 'optional',
  format: 'acl',
  errorCode: 600,
  examples: [['bind:*.example.com', 'bind:tunnel.example.net:4443'], ['bind:app.example.com'], ['*']],
  doc:
    'What may be bound with it: rules `bind:<domain or address>`, where a leading wildcard may stand, or ' +
    '`bind:<label>=<value>`, with `*` for any. Without any rule, or with `*`, there are no restrictions.',
};

/** What a certificate's key may be used for. */
export const keyUsages: Attributes = {
  key_usages: {
    type: 'list',
    elements: 'string',
    presence: 'computed',
    doc: 'Actions that the private key may be used for.',
  },
  extended_key_usages: {
    type: 'list',
    elements: 'string',
    presence: 'computed',
    doc: 'Purposes beyond the key usages, such as `serverAuth`.',
  },
};

/** Automatic certificates: the same pair of objects for agent ingresses and domains. */
export const certificateManagementPolicy: ObjectAttribute = {
  type: 'object',
  presence: 'optional',
  clearBy: 'null',
  doc: 'Has the service request and renew the TLS certificate. Remove it to switch automatic management off.',
  attributes: {
    authority: {
      type: 'string',
      presence: 'required',
      enum: ['letsencrypt'],
      errorCode: 1908,
      doc: 'Certificate authority that certificates are requested from. The only one is `letsencrypt`.',
    },
    private_key_type: {
      type: 'string',
      presence: 'optional',
      default: 'rsa',
      enum: ['rsa', 'ecdsa'],
      errorCode: 1909,
      doc: 'Type of the private key: `rsa` or `ecdsa`. The default is `rsa`, which every TLS client accepts.',
    },
  },
};

/** What the service answers about {@link certificateManagementPolicy} (management-api.md, 'AgentIngressCertStatus'). */
export const certificateManagementStatus: ObjectAttribute = {
  type: 'object',
  presence: 'computed',
  recomputedWhen: ['certificate_management_policy'],
  doc: 'State of automatic certificate management; null while it is off.',
  attributes: {
    renews_at: {
      type: 'string',
      presence: 'computed',
      doc: 'When the next renewal is requested, RFC 3339; null until the first certificate exists.',
    },
    provisioning_job: {
      type: 'object',
      presence: 'computed',
      doc: 'The job that provisions or renews the certificate; null while none runs.',
      attributes: {
        error_code: {
          type: 'string',
          presence: 'computed',
          doc: 'Why provisioning fails: `INTERNAL_ERROR` passes by itself, `DNS_ERROR` needs the DNS records corrected.',
        },
        msg: { type: 'string', presence: 'computed', doc: 'Progress or failure in words.' },
        started_at: { type: 'string', presence: 'computed', doc: 'When the job started, RFC 3339.' },
        retries_at: { type: 'string', presence: 'computed', doc: 'When the job is tried again, RFC 3339.' },
      },
    },
  },
};
