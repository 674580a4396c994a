import { defineKind } from './common';
import { sshCertificateAttributes } from './ssh-certificate';

export const sshHostCertificate = defineKind({
  name: 'ssh_host_certificate',
  title: 'SSH host certificate',
  doc: 'A certificate that proves the identity of an SSH server.',
  idPrefix: 'shcrt',
  listFilter: false,
  attributes: sshCertificateAttributes({
    principals: 'Host names and IP addresses that the certificate is valid for; all hosts if empty.',
    validity: 'one year',
  }),
});
