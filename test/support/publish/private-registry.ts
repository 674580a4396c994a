/**
 * A stand-in for a private registry, with TLS. It has the API that publishes a version, and the protocol with which
 * Terraform installs it. Like the real one it refuses calls in a wrong order, and files that differ from their
 * checksums. Below /mirror/ it serves files, as a static host.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { makeCertificate, VALID_NOW } from '../emulator/pki';
import { listen } from '../listen';

export interface PrivateRegistry {
  /** `localhost:PORT` */
  readonly host: string;
  /** The published version, whose files a test may replace. */
  readonly published: PublishedVersion;
  /** Paths of the requests that have been received. */
  readonly requests: string[];
  close(): Promise<void>;
}

interface PublishedVersion {
  version: string;
  keyId: string;
  /** By `OS_ARCH`. */
  readonly platforms: Map<string, { readonly shasum: string; readonly filename: string }>;
  /** Uploaded files: `shasums`, `signature`, and each zip by its platform. */
  readonly files: Map<string, Buffer>;
}

interface RegistryOptions {
  readonly organization: string;
  readonly token: string;
  /** The certificate is written into this file, for programs that trust it by `SSL_CERT_FILE`. */
  readonly certificateFile: string;
  /** Folder in which gpg reads the id of a key. */
  readonly gpgHome: string;
  /** Folder that is served below /mirror/. */
  readonly mirror: string;
}

type Respond = readonly [status: number, body?: object | Buffer];

const refuse = (detail: string): Respond => [422, { errors: [{ detail }] }];
const links = (all: Readonly<Record<string, string>>): Respond => [201, { data: { links: all } }];

export async function startPrivateRegistry(options: RegistryOptions): Promise<PrivateRegistry> {
  const { organization, token, certificateFile, gpgHome, mirror } = options;
  const armoredKeys = new Map<string, string>();
  const published: PublishedVersion = { version: '', keyId: '', platforms: new Map(), files: new Map() };
  const { platforms, files } = published;
  let hasProvider = false;
  let url = '';

  const providers = `/api/v2/organizations/${organization}/registry-providers`;
  const versions = `${providers}/private/${organization}/netingress/versions`;
  const protocol = `/api/registry/v1/providers/${organization}/netingress`;

  function create(path: string, attributes: Readonly<Record<string, string>>): Respond {
    if (path === '/api/registry/private/v2/gpg-keys') {
      const armored = attributes['ascii-armor'] ?? '';
      armoredKeys.set(readKeyId(armored, gpgHome), armored);
      return [201, {}];
    }
    if (path === providers) {
      if (hasProvider) return refuse('The provider exists.');
      hasProvider = true;
      return [201, {}];
    }
    if (path === versions && hasProvider) return createVersion(attributes);
    return path === `${versions}/${published.version}/platforms` ? createPlatform(attributes) : [404];
  }

  function createVersion({ version = '', 'key-id': keyId = '' }: Readonly<Record<string, string>>): Respond {
    if (!armoredKeys.has(keyId)) return refuse('The key is not known.');
    if (published.version === version) return refuse(`Version ${version} exists.`);
    Object.assign(published, { version, keyId });
    return links({ 'shasums-upload': `${url}/upload/shasums`, 'shasums-sig-upload': `${url}/upload/signature` });
  }

  function createPlatform({ os, arch, shasum = '', filename = '' }: Readonly<Record<string, string>>): Respond {
    if (!files.has('signature')) return refuse('The version has no signed checksums.');
    if (!files.get('shasums')?.toString('utf8').includes(`${shasum}  ${filename}\n`))
      return refuse('The checksum is not in the list.');
    platforms.set(`${os}_${arch}`, { shasum, filename });
    return links({ 'provider-binary-upload': `${url}/upload/${os}_${arch}` });
  }

  function receive(name: string, body: Buffer): Respond {
    if (name === 'signature' && !files.has('shasums')) return refuse('There are no checksums to verify.');
    const platform = platforms.get(name);
    if (!platform && name !== 'shasums' && name !== 'signature') return [404];
    if (platform && createHash('sha256').update(body).digest('hex') !== platform.shasum)
      return refuse('The zip differs from its checksum.');
    files.set(name, body);
    return [200, {}];
  }

  function read(path: string): Respond {
    const { version, keyId } = published;
    const protocols = ['6.0'];
    if (path === '/.well-known/terraform.json') return [200, { 'providers.v1': '/api/registry/v1/providers/' }];
    if (path === `${protocol}/versions`) {
      const listed = [...platforms.keys()].map(splitPlatform);
      return [200, { versions: [{ version, protocols, platforms: listed }] }];
    }
    const [, name = ''] = /^\/files\/(\w+)$/.exec(path) ?? [];
    const file = files.get(name) ?? readMirror(path);
    if (file) return [200, file];
    const [, os, arch] = new RegExp(`^${protocol}/${version}/download/(\\w+)/(\\w+)$`).exec(path) ?? [];
    const platform = platforms.get(`${os}_${arch}`);
    if (!platform) return [404];
    const gpg_public_keys = [{ key_id: keyId, ascii_armor: armoredKeys.get(keyId) }];
    const download_url = `/files/${os}_${arch}`;
    const ofSums = { shasums_url: '/files/shasums', shasums_signature_url: '/files/signature' };
    return [200, { protocols, os, arch, ...platform, download_url, ...ofSums, signing_keys: { gpg_public_keys } }];
  }

  function readMirror(path: string): Buffer | undefined {
    const file = join(mirror, path.replace(/^\/mirror\//, ''));
    const isFile = path.startsWith('/mirror/') && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    return isFile ? readFileSync(file) : undefined;
  }

  function respond(method: string, path: string, isAuthorized: boolean, body: Buffer): Respond {
    if (method === 'GET') return read(path);
    // Uploads go to addresses that contain their own permission.
    if (method === 'PUT' && path.startsWith('/upload/')) return receive(path.slice('/upload/'.length), body);
    if (!isAuthorized) return [401];
    const { data } = JSON.parse(body.toString('utf8')) as { data: { attributes: Record<string, string> } };
    return create(path, data.attributes);
  }

  const certificate = { subject: 'CN=localhost', dnsNames: ['localhost'], validity: VALID_NOW };
  const { pem, keyPem } = await makeCertificate(certificate);
  writeFileSync(certificateFile, pem);
  const requests: string[] = [];
  const server = createServer({ cert: pem, key: keyPem }, async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    requests.push(path);
    const isAuthorized = headers.authorization === `Bearer ${token}`;
    const [status, content = {}] = respond(method, path, isAuthorized, await buffer(request));
    const isJson = !Buffer.isBuffer(content) || path.endsWith('.json');
    response.writeHead(status, { 'Content-Type': isJson ? 'application/json' : 'application/octet-stream' });
    response.end(Buffer.isBuffer(content) ? content : JSON.stringify(content));
  });
  const { port, close } = await listen(server);
  url = `https://localhost:${port}`;
  return { host: `localhost:${port}`, published, requests, close };
}

/** The id of an armored public key: sixteen hexadecimal digits. */
function readKeyId(armored: string, gpgHome: string): string {
  const args = ['--homedir', gpgHome, '--batch', '--show-keys', '--with-colons'];
  const listing = execFileSync('gpg', args, { input: armored, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
  return /^pub:(?:[^:]*:){3}(\w+):/m.exec(listing)?.[1] ?? '';
}

function splitPlatform(platform: string): { readonly os: string; readonly arch: string } {
  const [os = '', arch = ''] = platform.split('_');
  return { os, arch };
}
