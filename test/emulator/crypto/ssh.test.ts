import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSshPublicKey } from '../../../src/model/formats/ssh-key';
import { type Api, createApi, createTestClock } from '../../support/emulator/api';
import { publicKey, readSshCertificate } from '../../support/emulator/ssh-certificate-reader';
import { describeWith } from '../../support/requirements';

/** Creates a key of every certified type, as PEM. */
const subjects = {
  rsa: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ed25519: () => generateKeyPairSync('ed25519'),
  p256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  p384: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  p521: () => generateKeyPairSync('ec', { namedCurve: 'P-521' }),
};

function keyPem(type: keyof typeof subjects = 'ed25519'): string {
  return subjects[type]().publicKey.export({ type: 'spki', format: 'pem' }).toString();
}

const authorities = [
  ['ed25519', {}, 'ssh-ed25519', 'ssh-ed25519'],
  ['ed25519', { private_key_type: 'ed25519' }, 'ssh-ed25519', 'ssh-ed25519'],
  ['rsa', { private_key_type: 'rsa' }, 'ssh-rsa', 'rsa-sha2-512'],
  ['rsa', { private_key_type: 'rsa', key_size: 4096 }, 'ssh-rsa', 'rsa-sha2-512'],
  ['ecdsa', { private_key_type: 'ecdsa' }, 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp256'],
  ['ecdsa', { private_key_type: 'ecdsa', elliptic_curve: 'p384' }, 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp384'],
  ['ecdsa', { private_key_type: 'ecdsa', elliptic_curve: 'p521' }, 'ecdsa-sha2-nistp521', 'ecdsa-sha2-nistp521'],
] as const;

function blobOf(line: unknown): Buffer {
  return Buffer.from(String(line).split(' ')[1] as string, 'base64');
}

test.each(authorities)(
  'an authority of type %s made with %j has a key %s and signs',
  async (type, body, line, algorithm) => {
    const api = createApi();
    const authority = await api.create('/ssh_certificate_authorities', body);
    expect(authority).toMatchObject({ key_type: type, public_key: expect.stringMatching(new RegExp(`^${line} `)) });
    for (const member of ['private_key_type', 'elliptic_curve', 'key_size', 'private_key']) {
      expect(authority).not.toHaveProperty(member);
    }
    const details = publicKey(blobOf(authority['public_key'])).asymmetricKeyDetails;
    if (type === 'rsa') expect(details?.modulusLength).toBe('key_size' in body ? body.key_size : 2048);
    const { certificate } = await api.create('/ssh_host_certificates', {
      ssh_certificate_authority_id: authority.id,
      public_key: keyPem(),
    });
    const read = readSshCertificate(String(certificate));
    expect(read).toMatchObject({ verified: true, authority: authority['public_key'], signatureAlgorithm: algorithm });
  },
);

test('authorities have different keys and never return the private one', async () => {
  const api = createApi();
  const [one, two] = [
    await api.create('/ssh_certificate_authorities', {}),
    await api.create('/ssh_certificate_authorities', {}),
  ];
  expect(one['public_key']).not.toBe(two['public_key']);
  const state = JSON.stringify([(await api.send('GET', '/_emulator/state')).body, api.emulator.events()]);
  expect(state).not.toContain('PRIVATE KEY');
});

test.each(Object.keys(subjects) as (keyof typeof subjects)[])(
  'a key of type %s is certified as it is',
  async (type) => {
    const api = createApi();
    const { id } = await api.create('/ssh_certificate_authorities', {});
    const pem = keyPem(type);
    const { certificate, key_type: recognized } = await api.create('/ssh_user_certificates', {
      ssh_certificate_authority_id: id,
      public_key: pem,
    });
    const key = parseSshPublicKey(pem);
    if (!key) throw new Error('unreachable');
    const read = readSshCertificate(String(certificate));
    expect(read.verified).toBe(true);
    expect(read.format).toBe(`${key.type}-cert-v01@openssh.com`);
    const members = Buffer.concat(read.key.map((member) => Buffer.concat([lengthOf(member), member])));
    expect(key.body.subarray(4 + key.type.length).equals(members)).toBe(true);
    expect(recognized).toBe(type.startsWith('p') ? 'ecdsa' : type);
  },
);

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return length;
}

test('a certificate has the requested content, with sorted options', async () => {
  const api = createApi();
  const { id } = await api.create('/ssh_certificate_authorities', {});
  const created = await api.create('/ssh_user_certificates', {
    ssh_certificate_authority_id: id,
    public_key: keyPem(),
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

async function certificateAt(api: Api, kind: 'host' | 'user', body: object = {}) {
  const { id } = await api.create('/ssh_certificate_authorities', {});
  const whole = { ssh_certificate_authority_id: id, public_key: keyPem(), ...body };
  return api.send('POST', `/ssh_${kind}_certificates`, whole);
}

test('the end is relative to the configured start, and empty extensions stay empty', async () => {
  const { body } = await certificateAt(createApi(), 'user', { valid_after: '2031-05-05T05:05:05Z', extensions: {} });
  expect(body).toMatchObject({ valid_until: '2031-05-06T05:05:05Z', extensions: {} });
  expect(readSshCertificate(String(body['certificate'])).extensions).toEqual([]);
});

test('an update does not sign again', async () => {
  const clock = createTestClock();
  const api = createApi({ clock });
  const { body: created } = await certificateAt(api, 'user', { valid_until: '2030-01-01T01:00:00Z' });
  clock.advance(7200);
  const { status, body } = await api.send('PATCH', `/ssh_user_certificates/${String(created['id'])}`, {
    description: 'x',
  });
  expect(status).toBe(200);
  expect(body).toEqual({ ...created, description: 'x' });
});

describeWith('ssh-keygen', 'ssh-keygen -L', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'netingress-ssh-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const listed = (certificate: unknown): string => {
    const file = join(folder, 'key-cert.pub');
    writeFileSync(file, `${String(certificate)}\n`);
    const { stdout, stderr, status } = spawnSync('ssh-keygen', ['-L', '-f', file], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], TZ: 'UTC' },
    });
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  };

  // Without the longest key: it is slow to create and is read in the same way.
  test.each(authorities.filter(([, body]) => !('key_size' in body)))(
    'reads what an authority of type %s made with %j signed',
    async (type, body) => {
      const api = createApi();
      const { id } = await api.create('/ssh_certificate_authorities', body);
      const { certificate } = await api.create('/ssh_user_certificates', {
        ssh_certificate_authority_id: id,
        public_key: keyPem('p256'),
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
    },
  );

  test.each(Object.keys(subjects) as (keyof typeof subjects)[])(
    'reads a host certificate for a key of type %s',
    async (type) => {
      const api = createApi();
      const { id } = await api.create('/ssh_certificate_authorities', {});
      const created = await api.create('/ssh_host_certificates', {
        ssh_certificate_authority_id: id,
        public_key: keyPem(type),
        principals: ['host.example.com'],
      });
      const text = listed(created['certificate']);
      expect(text).toContain('host certificate');
      expect(text).toContain(`Key ID: "${created.id}"`);
      expect(text).toMatch(/Principals: \n\s+host\.example\.com\n/);
      expect(text).toContain('Critical Options: (none)');
      expect(text).toContain('Extensions: (none)');
    },
  );
});
