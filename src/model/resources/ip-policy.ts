import type { Kind } from '../kind';
import { commonAttributes } from './common';

export const ipPolicy: Kind = {
  name: 'ip_policy',
  plural: 'ip_policies',
  title: 'IP policy',
  doc: 'A named group of IP policy rules, attached to endpoints and IP restrictions. An address is admitted if at least one allow rule and no deny rule matches it. A policy without rules admits no address.',
  path: '/ip_policies',
  listKey: 'ip_policies',
  idPrefix: 'ipp',
  audited: true,
  listFilter: true,
  errorCodes: { notFound: 1402, emptyUpdate: 1400 },
  attributes: {
    ...commonAttributes('Purpose of the policy.'),
  },
};
