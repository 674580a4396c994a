/**
 * The part of ASN.1 DER that a certificate needs: node:crypto cannot create one, and to load `@peculiar/x509` takes 100
 * ms of processor time and 13 MB (`process.cpuUsage()` and `memoryUsage()` around `require` in Node 20). A plan starts
 * three processes of the provider.
 */
import { generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto';

/** The handshake contains `der`. TLS needs the rest, which is encoded with the first connection. */
export interface ServerCertificate {
  readonly der: Uint8Array;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

const OIDS = {
  ecPublicKey: '1.2.840.10045.2.1',
  prime256v1: '1.2.840.10045.3.1.7',
  commonName: '2.5.4.3',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  subjectAltName: '2.5.29.17',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
};

/** Chosen: the clock may be set back by some seconds before Terraform checks the certificate. */
const BACKDATED_MS = 30_000;
/** Chosen: longer than any run. Terraform checks it only when it connects. */
const LIFETIME_MS = 10 * 365 * 24 * 3600 * 1000;

/**
 * Uses P-256, since creating an RSA key may take more than 100 ms, and `localhost`, the only name that Terraform
 * accepts.
 */
export function createServerCertificate(now: Date = new Date()): ServerCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = coordinatesOf(publicKey);
  const algorithm = sequence(oid(OIDS.ecdsaWithSha256));
  const name = sequence(set(sequence(oid(OIDS.commonName), utf8('localhost'))));
  const dnsName = element(0x82, Buffer.from('localhost')); // [2], the form dNSName of a name
  const extensions = sequence(
    sequence(oid(OIDS.subjectAltName), octets(sequence(dnsName))),
    sequence(oid(OIDS.extendedKeyUsage), octets(sequence(oid(OIDS.serverAuth)))),
  );
  const toBeSigned = sequence(
    element(0xa0, unsigned(Buffer.from([2]))), // version 3
    unsigned(x.subarray(0, 16)), // serial number, random like the key
    algorithm,
    name,
    sequence(time(new Date(now.getTime() - BACKDATED_MS)), time(new Date(now.getTime() + LIFETIME_MS))),
    name,
    sequence(sequence(oid(OIDS.ecPublicKey), oid(OIDS.prime256v1)), bits(Buffer.of(UNCOMPRESSED), x, y)),
    element(0xa3, extensions),
  );
  const der = sequence(toBeSigned, algorithm, bits(sign('sha256', toBeSigned, privateKey)));
  return {
    der,
    get certificatePem() {
      return new X509Certificate(der).toString();
    },
    get privateKeyPem() {
      return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    },
  };
}

/** Precedes a point of which both coordinates follow (SEC 1, section 2.3.3). */
const UNCOMPRESSED = 4;

/** The point of the key. Its export as DER takes Node 1 ms more. */
function coordinatesOf(publicKey: KeyObject): { readonly x: Buffer; readonly y: Buffer } {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
}

/** Like the functions below up to `time`, returns the bytes of one element of ASN.1 DER. */
function element(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

function sequence(...members: readonly Uint8Array[]): Buffer {
  return element(0x30, ...members);
}

function set(...members: readonly Uint8Array[]): Buffer {
  return element(0x31, ...members);
}

/** A non-negative INTEGER from big-endian bytes. */
function unsigned(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Buffer.alloc(1) : Buffer.from(bytes.subarray(first));
  return element(0x02, (digits[0] ?? 0) < 0x80 ? digits : Buffer.concat([Buffer.alloc(1), digits]));
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function utf8(text: string): Buffer {
  return element(0x0c, Buffer.from(text));
}

function octets(content: Uint8Array): Buffer {
  return element(0x04, content);
}

function bits(...content: readonly Uint8Array[]): Buffer {
  return element(0x03, Buffer.alloc(1), ...content);
}

/** UTCTime until 2049, GeneralizedTime after, as RFC 5280 requires. */
function time(date: Date): Buffer {
  const text = `${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
  return date.getUTCFullYear() < 2050 ? element(0x17, Buffer.from(text.slice(2))) : element(0x18, Buffer.from(text));
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 + bytes.length, ...bytes];
}

function base128(value: number): number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(0x80 + (rest % 128));
  return bytes;
}
