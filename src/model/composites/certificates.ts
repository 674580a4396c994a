import type { Attribute, Attributes, Composite, Kind, ObjectAttribute } from '../kind';
import { agentIngress } from '../resources/agent-ingress';
import { certificateManagementStatus, computedText, immutableText, optionalText } from '../resources/common';
import { domain } from '../resources/domain';
import { withArticle } from '../text';

export interface RequiredDnsRecords {
  readonly type: 'NS' | 'CNAME';
  /** Of the record's name, with its dot: `_acme-challenge.`. With a prefix, a leading `*.` of the domain is dropped. */
  readonly prefix: string;
  /** Attribute of the object with the values of the record. It is null if the record is not needed. */
  readonly valuesAttribute: string;
}

export interface CertificateWait extends Composite {
  readonly kind: Kind;
  readonly idAttribute: string;
  readonly records: readonly RequiredDnsRecords[];
}

/** Default of `timeouts.create`; the same as in the Terraform plugin SDK. */
export const DEFAULT_TIMEOUT = '20m';

const timeouts: ObjectAttribute = {
  type: 'object',
  presence: 'optional',
  doc: 'Timeouts of operations.',
  attributes: {
    create: optionalText(
      `Maximum time to wait for the certificate, for example \`90s\` or \`1h30m\`. Default: \`${DEFAULT_TIMEOUT}\`.`,
      { format: 'duration', examples: ['20m', '1h30m'] },
    ),
  },
};

function createCertificateWait(
  kind: Kind,
  outputs: Attributes,
  records: readonly RequiredDnsRecords[],
): CertificateWait {
  const idAttribute = `${kind.name}_id`;
  const title = withArticle(kind.title);
  return {
    name: `${kind.name}_certificate`,
    title: `certificate of ${title}`,
    doc: `Waits until the service has issued the certificate of ${title} with a \`certificate_management_policy\`; resources that depend on it are created afterwards. A DNS error fails at once and lists the required records; internal errors of the service are retried. Destroying this resource changes nothing at the service.`,
    kind,
    idAttribute,
    records,
    attributes: {
      id: computedText(`Identifier of the ${kind.title}.`),
      [idAttribute]: immutableText(`Identifier of the ${kind.title}.`, { idOf: kind.name }),
      ...outputs,
      renews_at: certificateManagementStatus.attributes['renews_at'] as Attribute,
      timeouts,
    },
  };
}

function computedOutput({ attributes }: Kind, name: string): Attributes {
  const attribute = attributes[name];
  if (!attribute) throw new Error(`Unknown attribute '${name}'`);
  const { requiresReplace: _, recomputedWhen: __, ...common } = attribute;
  return { [name]: { ...common, presence: 'computed' } };
}

export const CERTIFICATE_WAITS: readonly CertificateWait[] = [
  createCertificateWait(
    agentIngress,
    {
      domain: computedText('Base domain of the certificate.'),
      ...computedOutput(agentIngress, 'region_domains'),
    },
    [{ type: 'NS', prefix: '', valuesAttribute: 'ns_targets' }],
  ),
  createCertificateWait(
    domain,
    { domain: computedText('Domain of the certificate.'), ...computedOutput(domain, 'certificate') },
    [
      { type: 'CNAME', prefix: '', valuesAttribute: 'cname_target' },
      { type: 'CNAME', prefix: '_acme-challenge.', valuesAttribute: 'acme_challenge_cname_target' },
    ],
  ),
];
