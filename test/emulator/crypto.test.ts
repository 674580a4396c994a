import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { createIdGenerator } from '../../src/emulator/crypto/ids';
import { CLOCK_RANGE } from '../../src/emulator/service/state/clock';
import { publicKeyPem } from '../conformance/keys';
import { type Api, type Body, createApi, createTestClock } from '../support/emulator/api';
import { createCsr, keyTypes } from '../support/emulator/pki';
import { readSshCertificate } from '../support/emulator/ssh-certificate-reader';
import { useFolder } from '../support/folder';
import { describeWith, testRows } from '../support/requirements';

describe('ids', () => {
  test('ids sort by creation: within a second, after the clock is set back, and after 2150', async () => {
    const time = fc.integer({ min: CLOCK_RANGE.first, max: CLOCK_RANGE.last });
    await fc.assert(
      fc.property(fc.array(time, { minLength: 2, maxLength: 50 }), (times) => {
        const ids = createIdGenerator(Buffer.alloc(10));
        const made = times.map((now) => ids.next('ipp', now));
        expect([...made].sort()).toEqual(made);
        expect(new Set(made).size).toBe(made.length);
      }),
    );
  });

  test('an id is its prefix and a KSUID of 27 characters that starts with its second', () => {
    const id = createIdGenerator(Buffer.alloc(10, 0xab)).next('k8sop', Date.UTC(2026, 0, 1));
    expect(id).toMatch(/^k8sop_[0-9A-Za-z]{27}$/);
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const number = [...id.slice(6)].reduce((sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)), 0n);
    expect(Number(number >> 128n) + 1_400_000_000).toBe(Date.UTC(2026, 0, 1) / 1000);
    expect((number & (2n ** 128n - 1n)).toString(16)).toBe(`1${'ab'.repeat(10)}`);
  });
});

describe('certificates of operators', () => {
  function makeOperator(api: Api, csr?: string) {
    return api.create('/kubernetes_operators', {
      enabled_features: ['bindings'],
      binding: { endpoint_selectors: ['true'], ...(csr !== undefined && { csr }) },
    });
  }

  const certOf = (body: Body) =>
    (body['binding'] as { cert: { cert: string; not_before: string; not_after: string } }).cert;

  test.each(Object.keys(keyTypes) as (keyof typeof keyTypes)[])(
    'a request with an %s key gets a certificate for that key, signed by the authority',
    async (keyType) => {
      const api = createApi({ clock: createTestClock() });
      const { csr, publicKey } = await createCsr(keyType);
      const operator = await makeOperator(api, csr);
      const cert = certOf(operator);
      const certificate = new X509Certificate(cert.cert);
      const authority = new X509Certificate(await api.emulator.certificateAuthority());
      expect(certificate.publicKey.export({ type: 'spki', format: 'der' })).toEqual(publicKey);
      expect(certificate.verify(authority.publicKey)).toBe(true);
      expect(certificate.checkIssued(authority)).toBe(true);
      expect([certificate.ca, authority.ca]).toEqual([false, true]);
      expect(certificate.subject).toBe(`CN=${operator.id}`);
      // The extended key usage for clients.
      expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
      expect(cert.not_before).toBe('2030-01-01T00:00:00Z');
      expect(new Date(certificate.validTo).toISOString()).toBe(cert.not_after.replace('Z', '.000Z'));
    },
  );

  test('changes are serialized while a certificate is signed', async () => {
    const api = createApi();
    const { csr } = await createCsr();
    const { id } = await makeOperator(api);
    const changes = [{ binding: { csr } }, { description: 'kept' }, { metadata: 'kept too' }];
    const path = `/kubernetes_operators/${id}`;
    const responses = await Promise.all(changes.map((change) => api.send('PATCH', path, change)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [operator] = api.emulator.objects('kubernetes_operator');
    expect(operator).toMatchObject({ description: 'kept', metadata: 'kept too' });
    expect(certOf(operator ?? {}).cert).toContain('BEGIN CERTIFICATE');
  });
});

describe('SSH certificates', () => {
  /** Creates an authority, and sends the creation of a certificate of a user that it signs. */
  async function trySign(api: Api, members: object, authority: object = {}) {
    const { id } = await api.create('/ssh_certificate_authorities', authority);
    const keys = { ssh_certificate_authority_id: id, public_key: publicKeyPem('p256') };
    return api.send('POST', '/ssh_user_certificates', { ...keys, ...members });
  }
  async function sign(...args: Parameters<typeof trySign>): Promise<Body & { readonly id: string }> {
    const { status, body } = await trySign(...args);
    expect(status).toBe(201);
    return body as Body & { id: string };
  }

  test('a certificate has the requested content, with sorted options', async () => {
    const created = await sign(createApi(), {
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
      extensions: ['a@example.com value', 'permit-X11-forwarding ', 'permit-pty '].map((each) => each.split(' ')),
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
    const created = await sign(createApi(), { valid_after: '2031-05-05T05:05:05Z', extensions: {} });
    expect(created).toMatchObject({ valid_until: '2031-05-06T05:05:05Z', extensions: {} });
    expect(readSshCertificate(String(created['certificate'])).extensions).toEqual([]);
  });

  test('a start before 1970 is refused with the code of an invalid start', async () => {
    const api = createApi();
    for (const valid_after of ['1969-12-31T23:59:59Z', 'tomorrow'])
      expect(await trySign(api, { valid_after })).toMatchObject({ status: 400, body: { error_code: 'ERR_241' } });
  });

  test('an update does not sign again', async () => {
    const clock = createTestClock();
    const api = createApi({ clock });
    const { id: certificate, ...created } = await sign(api, { valid_until: '2030-01-01T01:00:00Z' });
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

    testRows<[type: string, body: object]>(
      [
        ['ed25519', {}],
        ['ecdsa', { private_key_type: 'ecdsa' }],
        ['rsa', { private_key_type: 'rsa' }],
        ['ecdsa', { private_key_type: 'ecdsa', elliptic_curve: 'p384' }],
        ['ecdsa', { private_key_type: 'ecdsa', elliptic_curve: 'p521' }],
      ],
      { plain: 2 },
    )('reads what an authority of type %s made with %j signed', async (type, body) => {
      const members = {
        principals: ['deploy', 'root'],
        valid_after: '2030-01-01T00:00:00Z',
        valid_until: '2030-01-02T03:04:05Z',
        critical_options: { 'source-address': '203.0.113.0/24', 'force-command': '/bin/date' },
      };
      const { certificate } = await sign(createApi(), members, body);
      const text = listed(certificate);
      expect(text).toContain('ecdsa-sha2-nistp256-cert-v01@openssh.com user certificate');
      expect(text).toMatch(new RegExp(`Signing CA: ${type.toUpperCase()} `));
      expect(text).toContain('Valid: from 2030-01-01T00:00:00 to 2030-01-02T03:04:05');
      expect(text).toMatch(/Principals: \n\s+deploy\n\s+root\n/);
      expect(text).toMatch(/Critical Options: \n\s+force-command \/bin\/date\n\s+source-address 203\.0\.113\.0\/24\n/);
      expect(text).toMatch(/Extensions: \n\s+permit-pty\n\s+permit-user-rc\n/);
    });
  });
});
