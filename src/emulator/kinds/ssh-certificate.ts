import { parseSshPublicKey, sshKeyType } from '../../model/formats/ssh-key';
import { parseTimestamp } from '../../model/formats/timestamp';
import type { Json, JsonObject } from '../../model/json';
import { RANDOM_BYTES, signCertificate } from '../crypto/ssh/certificate';
import { ApiProblem } from '../http/api-problem';
import type { RequestContext } from '../objects/request-context';
import { tryFind } from '../objects/store';
import { timestamp } from '../time/clock';
import type { Behaviour } from './kind-hooks';

const hour = 3_600_000;

/** Signs for SSH servers; valid for a year of 365 days unless told otherwise (gaps.md section 2). */
export const sshHostCertificate: Behaviour = sshCertificate({ type: 'host', validity: 365 * 24 * hour, code: 1963 });

/** Signs for people; valid for 24 hours unless told otherwise (gaps.md section 2). */
export const sshUserCertificate: Behaviour = sshCertificate({ type: 'user', validity: 24 * hour, code: 1962 });

interface CertificateKind {
  readonly type: 'user' | 'host';
  /** Milliseconds from start to end, when no end is given. */
  readonly validity: number;
  /** Error code of a duration that is not positive. */
  readonly code: number;
}

/** A certificate is signed once, at creation; an update changes what is said about it, never itself. */
function sshCertificate({ type, validity, code }: CertificateKind): Behaviour {
  return {
    make(call, { id, values }, before) {
      if (before) return before.service;
      const key = parseSshPublicKey(String(values['public_key']));
      if (!key) throw new ApiProblem(400, 1952, 'public_key is not an SSH public key.');
      const [from, until] = validityOf(call, values, validity, code);
      const certificate = signCertificate(
        {
          key,
          type,
          keyId: id,
          principals: (values['principals'] ?? []) as readonly string[],
          validAfter: seconds(from),
          validBefore: seconds(until),
          criticalOptions: criticalOptions(values['critical_options']),
          extensions: (values['extensions'] ?? {}) as Readonly<Record<string, string>>,
          random: call.state.random.bytes(`ssh certificate ${id}`, RANDOM_BYTES),
        },
        authorityKey(call, String(values['ssh_certificate_authority_id'])),
      );
      return { key_type: sshKeyType(key), valid_after: timestamp(from), valid_until: timestamp(until), certificate };
    },
  };
}

/** Start and end in milliseconds; refuses an end that is not after the start, and times that SSH cannot write (241). */
function validityOf(
  { state }: RequestContext,
  values: JsonObject,
  validity: number,
  code: number,
): readonly [number, number] {
  const from = timeOf(values['valid_after']) ?? Math.floor(state.clock.now() / 1000) * 1000;
  const until = timeOf(values['valid_until']) ?? from + validity;
  if (from < 0) throw new ApiProblem(400, 241, `valid_after is ${timestamp(from)}; expected a time from 1970 on.`);
  if (until <= from) {
    const length = `${(until - from) / 1000}s`;
    throw new ApiProblem(
      400,
      code,
      `The certificate would be valid for ${length}; expected valid_until after valid_after.`,
    );
  }
  return [from, until];
}

function timeOf(value: Json | undefined): number | undefined {
  return typeof value === 'string' ? parseTimestamp(value) : undefined;
}

function seconds(milliseconds: number): bigint {
  return BigInt(Math.floor(milliseconds / 1000));
}

/** SSH servers read `source-address` without spaces, which a user may well have written. */
function criticalOptions(value: Json | undefined): Readonly<Record<string, string>> {
  const options = (value ?? {}) as Readonly<Record<string, string>>;
  const addresses = options['source-address'];
  return addresses === undefined ? options : { ...options, 'source-address': addresses.replace(/\s+/g, '') };
}

function authorityKey({ account }: RequestContext, id: string): string {
  const key = tryFind(account.store, 'ssh_certificate_authority', id)?.service['private_key'];
  if (typeof key === 'string') return key;
  throw new ApiProblem(
    409,
    undefined,
    `The SSH certificate authority ${id} cannot sign: it was loaded from a snapshot without secrets, so its private key is not here.`,
  );
}
