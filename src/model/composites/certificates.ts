/** Resources that wait until a certificate is provisioned; the pattern of a validation resource. */
import type { Attributes, Kind, ObjectAttribute } from '../kind';
import { agentIngress } from '../resources/agent-ingress';
import { certificateManagementStatus, text } from '../resources/common';
import { domain } from '../resources/domain';
import type { Composite } from './composite';

/** DNS records that must be set before a certificate can be issued. */
export interface RequiredDnsRecords {
  readonly type: 'NS' | 'CNAME';
  /** What stands before the domain in the record's name, with its dot; a leading wildcard of the domain is dropped then. */
  readonly prefix: string;
  /** Attribute of the object that holds the record's values; null where no such record is needed. */
  readonly values: string;
}

/** A resource that waits for the certificate of an object with a `certificate_management_policy`. */
export interface CertificateWait extends Composite {
  /** The kind of the object. */
  readonly kind: Kind;
  /** The attribute that holds the object's identifier. */
  readonly of: string;
  readonly records: readonly RequiredDnsRecords[];
}

/** How long a creation waits when `timeouts` does not say; what Terraform's own kits wait by default. */
export const DEFAULT_TIMEOUT = '20m';

const timeouts: ObjectAttribute = {
  type: 'object',
  presence: 'optional',
  doc: 'How long operations may take.',
  attributes: {
    create: {
      type: 'string',
      presence: 'optional',
      format: 'duration',
      examples: ['20m', '1h30m'],
      doc: `How long to wait for the certificate, as in \`90s\` or \`1h30m\`. Without it \`${DEFAULT_TIMEOUT}\`.`,
    },
  },
};

function certificateWait(kind: Kind, outputs: Attributes, records: readonly RequiredDnsRecords[]): CertificateWait {
  const of = `${kind.name}_id`;
  const article = /^[aeiou]/.test(kind.title) ? 'an' : 'a';
  return {
    name: `${kind.name}_certificate`,
    title: `certificate of ${article} ${kind.title}`,
    doc:
      `Waits until the service has provisioned the certificate of ${article} ${kind.title} with a ` +
      '`certificate_management_policy`, so that what depends on it comes after. A DNS error fails at once and lists the ' +
      'records to set; internal errors of the service are waited out. Stands for no object: destroying it changes nothing.',
    errorCodes: {},
    kind,
    of,
    records,
    attributes: {
      id: text(`Identifier of the ${kind.title}.`),
      [of]: {
        type: 'string',
        presence: 'required',
        requiresReplace: 'always',
        doc: `Identifier of the ${kind.title}. Another one needs another wait.`,
      },
      ...outputs,
      renews_at: certificateManagementStatus.attributes['renews_at'] ?? text('When the next renewal is requested.'),
      timeouts,
    },
  };
}

/** An object's own attribute, as an output. */
function computedOutput({ attributes }: Kind, name: string): Attributes {
  const attribute = attributes[name];
  if (!attribute) throw new Error(`There is no attribute '${name}'`);
  const { requiresReplace: _, recomputedWhen: __, ...same } = attribute;
  return { [name]: { ...same, presence: 'computed' } };
}

/** design.md 'Beyond one-to-one resources'. */
export const CERTIFICATE_WAITS: readonly CertificateWait[] = [
  certificateWait(
    agentIngress,
    {
      domain: text('The base domain that the certificate is for.'),
      ...computedOutput(agentIngress, 'region_domains'),
    },
    [{ type: 'NS', prefix: '', values: 'ns_targets' }],
  ),
  certificateWait(
    domain,
    { domain: text('The domain that the certificate is for.'), ...computedOutput(domain, 'certificate') },
    [
      { type: 'CNAME', prefix: '', values: 'cname_target' },
      { type: 'CNAME', prefix: '_acme-challenge.', values: 'acme_challenge_cname_target' },
    ],
  ),
];
