import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicKeyPem } from '../../conformance/keys';
import { createApi, createTestClock } from '../../support/emulator/api';
import { readSshCertificate } from '../../support/emulator/ssh-certificate-reader';
import { useFolder } from '../../support/folder';
import { describeWith } from '../../support/requirements';

const authorities = [
  ['ed25519', {}],
  ['rsa', { private_key_type: 'rsa' }],
  ['ecdsa', { private_key_type: 'ecdsa' }],
  ['ecdsa', { private_key_type: 'ecdsa', elliptic_curve: 'p384' }],
  ['ecdsa', { private_key_type: 'ecdsa', elliptic_curve: 'p521' }],
] as const;

test('a certificate has the requested content, with sorted options', async () => {
  const api = createApi();
  const { id } = await api.create('/ssh_certificate_authorities', {});
  const created = await api.create('/ssh_user_certificates', {
    ssh_certificate_authority_id: id,
    public_key: publicKeyPem(),
    principals: ['root', 'deploy', 'root'],
    valid_after: '2030-01-01T02:00:00+02:00',
    valid_until: '2030-02-01T00:00:00.9Z',
    critical_options: { 'source-address': '203.0.113.0/24, 2001:db8::/32', 'force-command': '/bin/date' },
    extensions: { 'permit-pty': '', 'a@example.com': 'value', 'permit-X11-forwarding': '' },
  });
  expect(readSshCertificate(String(created['certificate']))).toMatchObject({
    type: 'user',
    keyId: created.id,
    principals: ['root', 'deploy'],
    validAfter: new Date('2030-01-01T00:00:00Z'),
    validBefore: new Date('2030-02-01T00:00:00Z'),
    criticalOptions: [
      ['force-command', '/bin/date'],
      ['source-address', '203.0.113.0/24,2001:db8::/32'],
    ],
    extensions: [
      ['a@example.com', 'value'],
      ['permit-X11-forwarding', ''],
      ['permit-pty', ''],
    ],
    verified: true,
  });
  expect(created).toMatchObject({
    principals: ['root', 'deploy'],
    valid_after: '2030-01-01T00:00:00Z',
    valid_until: '2030-02-01T00:00:00Z',
    critical_options: { 'source-address': '203.0.113.0/24, 2001:db8::/32', 'force-command': '/bin/date' },
  });
});

test('the end is relative to the configured start, and empty extensions stay empty', async () => {
  const api = createApi();
  const { id } = await api.create('/ssh_certificate_authorities', {});
  const created = await api.create('/ssh_user_certificates', {
    ssh_certificate_authority_id: id,
    public_key: publicKeyPem(),
    valid_after: '2031-05-05T05:05:05Z',
    extensions: {},
  });
  expect(created).toMatchObject({ valid_until: '2031-05-06T05:05:05Z', extensions: {} });
  expect(readSshCertificate(String(created['certificate'])).extensions).toEqual([]);
});

test('an update does not sign again', async () => {
  const clock = createTestClock();
  const api = createApi({ clock });
  const { id } = await api.create('/ssh_certificate_authorities', {});
  const { id: certificate, ...created } = await api.create('/ssh_user_certificates', {
    ssh_certificate_authority_id: id,
    public_key: publicKeyPem(),
    valid_until: '2030-01-01T01:00:00Z',
  });
  clock.advance(7200);
  const response = await api.send('PATCH', `/ssh_user_certificates/${certificate}`, { description: 'x' });
  expect(response).toMatchObject({ status: 200, body: { ...created, description: 'x' } });
});

describeWith('ssh-keygen', 'ssh-keygen -L', () => {
  const files = useFolder();

  const listed = (certificate: unknown): string => {
    const file = join(files.folder, 'key-cert.pub');
    writeFileSync(file, `${String(certificate)}\n`);
    const { stdout, stderr, status } = spawnSync('ssh-keygen', ['-L', '-f', file], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], TZ: 'UTC' },
    });
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  };

  test.each(authorities)('reads what an authority of type %s made with %j signed', async (type, body) => {
    const api = createApi();
    const { id } = await api.create('/ssh_certificate_authorities', body);
    const { certificate } = await api.create('/ssh_user_certificates', {
      ssh_certificate_authority_id: id,
      public_key: publicKeyPem('p256'),
      principals: ['deploy', 'root'],
      valid_after: '2030-01-01T00:00:00Z',
      valid_until: '2030-01-02T03:04:05Z',
      critical_options: { 'source-address': '203.0.113.0/24', 'force-command': '/bin/date' },
    });
    const text = listed(certificate);
    expect(text).toContain('ecdsa-sha2-nistp256-cert-v01@openssh.com user certificate');
    expect(text).toMatch(new RegExp(`Signing CA: ${type.toUpperCase()} `));
    expect(text).toContain('Valid: from 2030-01-01T00:00:00 to 2030-01-02T03:04:05');
    expect(text).toMatch(/Principals: \n\s+deploy\n\s+root\n/);
    expect(text).toMatch(/Critical Options: \n\s+force-command \/bin\/date\n\s+source-address 203\.0\.113\.0\/24\n/);
    expect(text).toMatch(/Extensions: \n\s+permit-pty\n\s+permit-user-rc\n/);
  });
});
