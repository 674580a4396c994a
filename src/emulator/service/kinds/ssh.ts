import { parseSshPublicKey, sshKeyType } from '../../../model/formats/ssh-key';
import { formatTimestamp, parseTimestamp } from '../../../model/time';
import type { Json, JsonObject } from '../../../values/json';
import { type Curve, generateAuthorityKey, RANDOM_BYTES, signCertificate } from '../../crypto/ssh';
import { Refusal } from '../state/refusal';
import type { RequestContext } from '../state/request-context';
import { tryFind } from '../state/store';
import { getAttributeCodes } from './error-codes';
import type { KindHooks } from './kind-hooks';

/** Responses do not contain the private key: the attributes of the kind, which they are made of, have none. */
export const sshCertificateAuthority: KindHooks = {
  async computeService({ state }, { id, values }, before) {
    if (before) return before.service;
    const { publicKey, privateKey } = await generateAuthorityKey({
      type: String(values['private_key_type']),
      // Defaults of the service.
      curve: (values['elliptic_curve'] ?? 'p256') as Curve,
      bits: Number(values['key_size'] ?? 2048),
      seed: state.random.bytes(`ssh authority ${id}`, 32),
    });
    return { public_key: publicKey, private_key: privateKey };
  },
};

const DAY_MS = 86_400_000;

export const sshHostCertificate: KindHooks = sshCertificate('host', 365 * DAY_MS, 1963);
export const sshUserCertificate: KindHooks = sshCertificate('user', DAY_MS, 1962);

/**
 * The default validities are those of docs/internals/gaps.md section 2. `code` is that of an end that is not after the
 * start.
 */
function sshCertificate(type: 'user' | 'host', defaultValidityMs: number, code: number): KindHooks {
  return {
    computeService(context, { id, values }, before) {
      if (before) return before.service;
      const key = parseSshPublicKey(String(values['public_key']));
      if (!key) throw new Error('The model has accepted a public_key that is not an SSH public key.');
      const [from, until] = readValidity(context, { kind: `ssh_${type}_certificate`, values }, defaultValidityMs, code);
      const certificate = signCertificate(
        {
          key,
          type,
          keyId: id,
          principals: (values['principals'] ?? []) as readonly string[],
          validAfter: toSeconds(from),
          validBefore: toSeconds(until),
          criticalOptions: readCriticalOptions(values['critical_options']),
          extensions: (values['extensions'] ?? {}) as Readonly<Record<string, string>>,
          random: context.state.random.bytes(`ssh certificate ${id}`, RANDOM_BYTES),
        },
        findAuthorityKey(context, String(values['ssh_certificate_authority_id'])),
      );
      return {
        key_type: sshKeyType(key),
        valid_after: formatTimestamp(from),
        valid_until: formatTimestamp(until),
        certificate,
      };
    },
  };
}

/** Returns start and end in milliseconds. The model accepts a start before 1970, but SSH cannot encode it. */
function readValidity(
  { state }: RequestContext,
  { kind, values }: { readonly kind: string; readonly values: JsonObject },
  defaultValidityMs: number,
  code: number,
): readonly [number, number] {
  const from = readTimestamp(values['valid_after']) ?? Math.floor(state.clock.now() / 1000) * 1000;
  const until = readTimestamp(values['valid_until']) ?? from + defaultValidityMs;
  if (from < 0) {
    const { invalid } = getAttributeCodes(kind, 'valid_after');
    throw new Refusal(400, invalid, `valid_after is ${formatTimestamp(from)}; expected a time from 1970 on.`);
  }
  if (until <= from) {
    const length = `${(until - from) / 1000}s`;
    const message = `The certificate would be valid for ${length}; expected valid_until after valid_after.`;
    throw new Refusal(400, code, message);
  }
  return [from, until];
}

function readTimestamp(value: Json | undefined): number | undefined {
  return typeof value === 'string' ? parseTimestamp(value) : undefined;
}

function toSeconds(milliseconds: number): bigint {
  return BigInt(Math.floor(milliseconds / 1000));
}

/** SSH servers require `source-address` without spaces. */
function readCriticalOptions(value: Json | undefined): Readonly<Record<string, string>> {
  const options = (value ?? {}) as Readonly<Record<string, string>>;
  const addresses = options['source-address'];
  return addresses === undefined ? options : { ...options, 'source-address': addresses.replace(/\s+/g, '') };
}

function findAuthorityKey({ account }: RequestContext, id: string): string {
  const key = tryFind(account.store, 'ssh_certificate_authority', id)?.service['private_key'];
  if (typeof key === 'string') return key;
  const message = `The SSH certificate authority ${id} was loaded from a snapshot without secrets and cannot sign; load one with secrets.`;
  throw new Refusal(409, undefined, message);
}
