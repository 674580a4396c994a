import { commonAttributes, defineKind } from './common';

export const ipPolicy = defineKind({
  name: 'ip_policy',
  title: 'IP policy',
  doc: 'A named group of IP policy rules, attached to endpoints and IP restrictions. An address is admitted if at least one allow rule and no deny rule matches it. A policy without rules admits no address.',
  idPrefix: 'ipp',
  errorCodes: { limit: 1410 },
  attributes: {
    ...commonAttributes('Purpose of the policy.'),
  },
});
