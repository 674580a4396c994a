import type { Kind } from '../kind';
import { sshCertificateAttributes } from './ssh-certificate';

export const sshHostCertificate: Kind = {
  name: 'ssh_host_certificate',
  plural: 'ssh_host_certificates',
  title: 'SSH host certificate',
  doc: 'A certificate that proves the identity of an SSH server.',
  path: '/ssh_host_certificates',
  listKey: 'ssh_host_certificates',
  idPrefix: 'shcrt',
  audited: true,
  listFilter: false,
  errorCodes: {},
  attributes: sshCertificateAttributes({
    principals: 'Host names and IP addresses that the certificate is valid for; all hosts if empty.',
    validity: 'one year',
  }),
};
