import type { Kind } from '../kind';
import {
  certificateManagementPolicy,
  certificateManagementStatus,
  createdAt,
  description,
  id,
  metadata,
  uri,
} from './common';

/** management-api.md 'AgentIngress'; gaps.md section 2, `/agent_ingresses`. */
export const agentIngress: Kind = {
  name: 'agent_ingress',
  plural: 'agent_ingresses',
  title: 'agent ingress',
  doc:
    'A base domain of your own from which the service generates regional domains that agents connect to. Delegate ' +
    'the domain by setting its NS records to `ns_targets`.',
  path: '/agent_ingresses',
  listKey: 'ingresses',
  idPrefix: 'agin',
  naturalKey: { attributes: ['domain'], unique: true },
  audited: false,
  listFilter: true,
  filterFields: ['domain'],
  errorCodes: { duplicate: 6706 },
  attributes: {
    id,
    uri,
    created_at: createdAt,
    description: description('What the ingress is for. At most 255 bytes.', 6700),
    metadata: { ...metadata, errorCode: 6701 },
    domain: {
      type: 'string',
      presence: 'required',
      requiresReplace: 'always',
      format: 'hostname',
      equality: 'hostname',
      errorCode: 6704,
      doc: 'Domain owned by you, the base of the regional domains. Case does not matter. Another domain needs a new ingress.',
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
      doc: 'Regional domains below `domain` that agents connect to. Grows as the service adds regions.',
    },
    certificate_management_policy: certificateManagementPolicy,
    certificate_management_status: certificateManagementStatus,
  },
};
