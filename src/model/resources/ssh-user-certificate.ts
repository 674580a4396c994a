import { defineKind } from './common';
import { sshCertificateAttributes } from './ssh-certificate';

export const sshUserCertificate = defineKind({
  name: 'ssh_user_certificate',
  title: 'SSH user certificate',
  doc: 'A certificate that authenticates a person or program at SSH servers.',
  idPrefix: 'sucrt',
  listFilter: false,
  attributes: {
    ...sshCertificateAttributes({
      principals: 'User names that the holder may sign in as; any user if empty.',
      validity: '24 hours',
    }),
    critical_options: {
      type: 'map',
      elements: 'string',
      presence: 'optional',
      requiresReplace: 'always',
      rule: 'critical_options',
      examples: [{ 'force-command': '/bin/date' }, { 'source-address': '203.0.113.0/24,2001:db8::/32' }],
      doc: 'Restrictions that the SSH server must enforce: `force-command`, and `source-address` with CIDR ranges separated by commas.',
    },
    extensions: {
      type: 'map',
      elements: 'string',
      presence: 'optional',
      requiresReplace: 'always',
      default: { 'permit-pty': '', 'permit-user-rc': '' },
      examples: [{ 'permit-pty': '' }, { 'permit-port-forwarding': '', 'permit-pty': '' }],
      doc: 'Permissions such as `permit-port-forwarding`, mostly with empty values. Default: `permit-pty` and `permit-user-rc`.',
    },
  },
});
