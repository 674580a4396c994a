import type { Kind } from '../kind';
import { certificateManagementPolicy, certificateManagementStatus, commonAttributes } from './common';

export const agentIngress: Kind = {
  name: 'agent_ingress',
  plural: 'agent_ingresses',
  title: 'agent ingress',
  doc: 'A base domain of your own. The service generates regional domains below it, which agents connect to. Delegate the domain by setting its NS records to `ns_targets`.',
  path: '/agent_ingresses',
  listKey: 'ingresses',
  idPrefix: 'agin',
  naturalKey: { attributes: ['domain'], unique: true },
  audited: false,
  listFilter: true,
  filterFields: ['domain'],
  errorCodes: { duplicate: 6706 },
  attributes: {
    ...commonAttributes('Purpose of the ingress.', { description: 6700, metadata: 6701 }),
    domain: {
      type: 'string',
      presence: 'required',
      requiresReplace: 'always',
      format: 'hostname',
      equality: 'hostname',
      errorCode: 6704,
      doc: 'A domain that you own: the base of the regional domains. Case is ignored.',
    },
    ns_targets: {
      type: 'list',
      elements: 'string',
      presence: 'computed',
      doc: 'Name servers to set as the NS records of `domain`, which delegates it to the service.',
    },
    region_domains: {
      type: 'list',
      elements: 'string',
      presence: 'computed',
      doc: 'Regional domains below `domain` that agents connect to. The list grows as the service adds regions.',
    },
    certificate_management_policy: certificateManagementPolicy,
    certificate_management_status: certificateManagementStatus,
  },
};
