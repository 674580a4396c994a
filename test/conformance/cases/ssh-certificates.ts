/**
 * SSH authorities and the certificates they sign: docs/internals/event-sources.md, docs/internals/gaps.md sections 1.6
 * and 2.
 */
import { publicKey, readSshCertificate } from '../../support/emulator/ssh-certificate-reader';
import { type Api, type Case, expectRefusals, type Members, refusal } from '../api';
import { authorityId } from '../credential-collections';
import { publicKeyPem, SSH_KEY_TYPES } from '../keys';

const authorities = '/ssh_certificate_authorities';
const hosts = '/ssh_host_certificates';
const users = '/ssh_user_certificates';

async function body(api: Api, more: Members = {}): Promise<Members> {
  return { ssh_certificate_authority_id: await authorityId(api), public_key: publicKeyPem(), ...more };
}

const seconds = (from: unknown, until: unknown): number =>
  (Date.parse(String(until)) - Date.parse(String(from))) / 1000;

export const sshCertificateCases: readonly Case[] = [
  ...(
    [
      [{}, 'ed25519', 'ssh-ed25519'],
      [{ private_key_type: 'ed25519' }, 'ed25519', 'ssh-ed25519'],
      [{ private_key_type: 'rsa' }, 'rsa', 'ssh-rsa', 2048],
      [{ private_key_type: 'rsa', key_size: 4096 }, 'rsa', 'ssh-rsa', 4096],
      [{ private_key_type: 'ecdsa' }, 'ecdsa', 'ecdsa-sha2-nistp256'],
      [{ private_key_type: 'ecdsa', elliptic_curve: 'p256' }, 'ecdsa', 'ecdsa-sha2-nistp256'],
      [{ private_key_type: 'ecdsa', elliptic_curve: 'p384' }, 'ecdsa', 'ecdsa-sha2-nistp384'],
      [{ private_key_type: 'ecdsa', elliptic_curve: 'p521' }, 'ecdsa', 'ecdsa-sha2-nistp521'],
    ] as const
  ).map(([sent, type, line, bits]) => ({
    isSlow: bits === 4096,
    title: `an authority asked for with ${JSON.stringify(sent)} has a key of type ${line}, and signs`,
    async run(api: Api) {
      const authority = await api.create(authorities, sent);
      for (const member of ['private_key_type', 'elliptic_curve', 'key_size'])
        expect(authority).not.toHaveProperty(member);
      const key = String(authority['public_key']);
      expect([authority['key_type'], key]).toEqual([type, expect.stringMatching(new RegExp(`^${line} AAAA`))]);
      const details = publicKey(Buffer.from(key.split(' ')[1] ?? '', 'base64')).asymmetricKeyDetails;
      expect(details?.modulusLength).toBe(bits);
      const body = { ssh_certificate_authority_id: authority.id, public_key: publicKeyPem() };
      expect(readSshCertificate(String((await api.create(hosts, body))['certificate']))).toMatchObject({
        verified: true,
        authority: key.split(' ').slice(0, 2).join(' '),
        signatureAlgorithm: type === 'rsa' ? 'rsa-sha2-512' : line,
      });
    },
  })),
  {
    title:
      'an authority of an unknown type, size or curve, or with a size or curve that its type does not have, is rejected',
    run: (api) =>
      expectRefusals<Members>(api, (sent) => api.send('POST', authorities, sent), [
        [{ private_key_type: 'dsa' }, 1936],
        [{ private_key_type: 'rsa', key_size: 1024 }, 1939],
        [{ private_key_type: 'ecdsa', key_size: 2048 }, 1940],
        [{ key_size: 2048 }, 1940],
        [{ private_key_type: 'ecdsa', elliptic_curve: 'p192' }, 1941],
        [{ private_key_type: 'rsa', elliptic_curve: 'p256' }, 1942],
        [{ elliptic_curve: 'p256' }, 1942],
      ]),
  },
  ...(
    [
      [hosts, 1963],
      [users, 1962],
    ] as const
  ).map(([path, code]) => ({
    title: `a certificate of ${path} has an authority (1949), which is then not deleted (1964), and its times are in RFC 3339 (241), the end after the beginning (${code}), and returned in UTC`,
    async run(api: Api) {
      const post = async (more: Members) => api.send('POST', path, await body(api, more));
      const [from, zeros] = ['2030-01-01T00:00:00Z', '0'.repeat(27)];
      const noTimes = ['tomorrow', '2030-01-01', '2030-02-30T00:00:00Z', '1893456000'];
      const noClocks = ['24:00:00Z', '23:60:00Z', '23:59:61Z', '12:00:60Z', '12:00:00+24:00', '12:00:00'];
      await expectRefusals<Members>(api, post, [
        ...[`sshca_${zeros}`, 'nonsense', `ca_${zeros}`].map(
          (id) => [{ ssh_certificate_authority_id: id }, 1949] as const,
        ),
        [{ valid_after: from, valid_until: from }, code],
        [{ valid_after: from, valid_until: '2029-01-01T00:00:00Z' }, code],
        ...noTimes.map((time) => [{ valid_until: time }, 241] as const),
        ...noClocks.map((clock) => [{ valid_until: `2030-01-01T${clock}` }, 241] as const),
      ]);
      const sent = await body(api, { valid_after: '2030-01-01T02:00:00+02:00', valid_until: '2030-01-02T00:00:00Z' });
      const { id, valid_after: after } = await api.create(path, sent);
      expect(after).toBe(from);
      const authority = `${authorities}/${String(sent['ssh_certificate_authority_id'])}`;
      expect(await api.send('DELETE', authority)).toMatchObject(refusal(api, 409, 1964));
      await api.send('DELETE', `${path}/${id}`);
      expect((await api.send('DELETE', authority)).status).toBe(204);
    },
  })),
  ...SSH_KEY_TYPES.map((type) => ({
    title: `a key of type ${type} is certified as it is`,
    async run(api: Api) {
      const sent = await body(api, { public_key: publicKeyPem(type), principals: ['a', 'b'] });
      const { certificate, key_type: returned, public_key: key } = await api.create(hosts, sent);
      expect([returned, key]).toEqual([type.startsWith('p') ? 'ecdsa' : type, sent['public_key']]);
      const read = readSshCertificate(String(certificate));
      expect(read).toMatchObject({ type: 'host', verified: true, subject: sent['public_key'] });
      expect([...read.principals].sort()).toEqual(['a', 'b']);
    },
  })),
  {
    title: 'a host certificate is valid for a year from now, for all hosts',
    async run(api) {
      const created = await api.create(hosts, await body(api));
      const days = seconds(created['valid_after'], created['valid_until']) / 86_400;
      expect([365, 366]).toContain(days);
      expect(Math.abs(seconds(created['created_at'], created['valid_after']))).toBeLessThan(300);
      expect(created['principals']).toEqual([]);
      expect(readSshCertificate(String(created['certificate']))).toMatchObject({ principals: [], extensions: [] });
    },
  },
  {
    title: 'a user certificate is valid for 24 hours from now, with a terminal and user rc',
    async run(api) {
      const created = await api.create(users, await body(api));
      expect(seconds(created['valid_after'], created['valid_until'])).toBe(86_400);
      expect(Math.abs(seconds(created['created_at'], created['valid_after']))).toBeLessThan(300);
      expect(created).toMatchObject({
        principals: [],
        critical_options: {},
        extensions: { 'permit-pty': '', 'permit-user-rc': '' },
      });
      const read = readSshCertificate(String(created['certificate']));
      expect(read).toMatchObject({ type: 'user', verified: true, criticalOptions: [] });
      expect(read.extensions).toEqual(Object.entries(created['extensions'] as object));
      expect(read.validAfter).toEqual(new Date(String(created['valid_after'])));
      expect(read.validBefore).toEqual(new Date(String(created['valid_until'])));
    },
  },
  {
    title:
      'force-command and source-address are critical options; verify-required and a source-address of no network are rejected',
    async run(api) {
      const post = async (options: object) => api.send('POST', users, await body(api, { critical_options: options }));
      const both = { 'force-command': '/bin/date', 'source-address': '203.0.113.0/24,2001:db8::/32' };
      const { status, body: created } = await post(both);
      expect([status, created['critical_options']]).toEqual([201, both]);
      expect(readSshCertificate(String(created['certificate'])).criticalOptions).toEqual(Object.entries(both));
      expect(await post({ 'verify-required': '' })).toMatchObject(refusal(api, 400));
      expect(await post({ 'source-address': 'everywhere' })).toMatchObject(refusal(api, 400));
    },
  },
];
