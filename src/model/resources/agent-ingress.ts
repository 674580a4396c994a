import {
  certificateManagementPolicy,
  certificateManagementStatus,
  commonAttributes,
  computedTextList,
  defineKind,
  immutableText,
} from './common';

export const agentIngress = defineKind({
  name: 'agent_ingress',
  title: 'agent ingress',
  doc: 'A base domain of your own. The service generates regional domains below it, which agents connect to. Delegate the domain by setting its NS records to `ns_targets`.',
  listKey: 'ingresses',
  idPrefix: 'agin',
  naturalKey: { attributes: ['domain'], unique: true },
  filterFields: ['domain'],
  errorCodes: { duplicate: 6706 },
  attributes: {
    ...commonAttributes('Purpose of the ingress.'),
    domain: immutableText('A domain that you own: the base of the regional domains. Case is ignored.', {
      format: 'hostname',
    }),
    ns_targets: computedTextList(
      'Name servers to set as the NS records of `domain`, which delegates it to the service.',
    ),
    region_domains: computedTextList(
      'Regional domains below `domain` that agents connect to. The list grows as the service adds regions.',
    ),
    certificate_management_policy: certificateManagementPolicy,
    certificate_management_status: certificateManagementStatus,
  },
});
