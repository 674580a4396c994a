/**
 * A stand-in for the API of a private registry. It refuses what the real one refuses, and calls in a wrong order: a version
 * without a known key, a zip before the signed checksums, a zip that differs from its checksum, an existing version.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { PublicKey } from '../../../src/cli/publish/signing-key';
import { listen } from '../listen';

interface Version {
  readonly keyId: string;
  checksums?: Buffer;
  isSigned?: boolean;
  readonly platforms: Map<string, { readonly shasum: string; readonly filename: string; isUploaded: boolean }>;
}

export interface PrivateRegistry {
  readonly url: string;
  /** The platforms of a version whose zips are uploaded. */
  published(version: string): string[];
  close(): Promise<void>;
}

/** `verify` checks a signature of the checksums, as the registry does with the key that was sent. */
export async function startPrivateRegistry(organization: string, { verifies }: PublicKey): Promise<PrivateRegistry> {
  const keys = new Set<string>();
  const versions = new Map<string, Version>();
  let hasProvider = false;
  let url = '';

  const providers = `/api/v2/organizations/${organization}/registry-providers`;
  const own = `${providers}/private/${organization}/netingress`;

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one branch for each route of the API
  async function respond(method: string, path: string, body: Buffer): Promise<readonly [number, object?]> {
    const attributes = (): Record<string, string> =>
      (JSON.parse(body.toString('utf8')) as { data: { attributes: Record<string, string> } }).data.attributes;
    const refuse = (detail: string): readonly [number, object] => [422, { errors: [{ detail }] }];
    const [, keyId] = /^\/api\/registry\/private\/v2\/gpg-keys\/[\w-]+\/(\w+)$/.exec(path) ?? [];
    if (method === 'GET' && keyId !== undefined) return [keys.has(keyId) ? 200 : 404];
    if (method === 'POST' && path === '/api/registry/private/v2/gpg-keys') {
      const { readKey } = await import('openpgp');
      const key = await readKey({ armoredKey: attributes()['ascii-armor'] ?? '' });
      keys.add(key.getKeyID().toHex().toUpperCase());
      return [201, {}];
    }
    if (method === 'GET' && path === own) return [hasProvider ? 200 : 404];
    if (method === 'POST' && path === providers) {
      if (hasProvider) return refuse('The provider exists.');
      hasProvider = true;
      return [201, {}];
    }
    if (method === 'POST' && path === `${own}/versions`) return createVersion(attributes(), refuse);
    const [, versionName = '', upload = ''] = /^\/upload\/([\d.]+)\/(.+)$/.exec(path) ?? [];
    const version = versions.get(versionName);
    if (method === 'PUT' && version) return receive(version, upload, body, refuse);
    const [, ofPlatform] = /\/versions\/([\d.]+)\/platforms$/.exec(path) ?? [];
    const parent = versions.get(ofPlatform ?? '');
    if (method === 'POST' && path === `${own}/versions/${ofPlatform}/platforms`) {
      if (!parent) return [404];
      if (!parent.isSigned) return refuse('The version has no signed checksums.');
      const { os, arch, shasum = '', filename = '' } = attributes();
      if (!parent.checksums?.toString('utf8').includes(`${shasum}  ${filename}\n`))
        return refuse('The checksum is not in the list.');
      parent.platforms.set(`${os}_${arch}`, { shasum, filename, isUploaded: false });
      return [201, links({ 'provider-binary-upload': `${url}/upload/${ofPlatform}/${os}_${arch}` })];
    }
    return [404];
  }

  function createVersion(
    { version = '', 'key-id': keyId = '' }: Record<string, string>,
    refuse: (detail: string) => readonly [number, object],
  ): readonly [number, object?] {
    if (!hasProvider) return [404];
    if (!keys.has(keyId)) return refuse('The key is not known.');
    if (versions.has(version)) return refuse(`Version ${version} exists.`);
    versions.set(version, { keyId, platforms: new Map() });
    const at = `${url}/upload/${version}`;
    return [201, links({ 'shasums-upload': `${at}/sums`, 'shasums-sig-upload': `${at}/signature` })];
  }

  async function receive(
    version: Version,
    upload: string,
    body: Buffer,
    refuse: (detail: string) => readonly [number, object],
  ): Promise<readonly [number, object?]> {
    if (upload === 'sums') version.checksums = body;
    else if (upload === 'signature') {
      if (!version.checksums) return refuse('There are no checksums to verify.');
      if (!(await verifies(version.checksums, body))) return refuse('The signature does not match.');
      version.isSigned = true;
    } else {
      const platform = version.platforms.get(upload);
      if (!platform) return [404];
      if (createHash('sha256').update(body).digest('hex') !== platform.shasum)
        return refuse('The zip differs from its checksum.');
      platform.isUploaded = true;
    }
    return [200, {}];
  }

  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request;
    const body = await readBody(request);
    // Uploads go to addresses that contain their own permission.
    const isAllowed = path.startsWith('/upload/') || request.headers.authorization === 'Bearer token';
    const [status, json] = isAllowed ? await respond(method, path, body) : ([401] as const);
    response.writeHead(status, { 'Content-Type': 'application/vnd.api+json' }).end(json && JSON.stringify(json));
  });
  const { url: address, close } = await listen(server);
  url = address;
  return {
    url,
    published: (name) =>
      [...(versions.get(name)?.platforms ?? [])].flatMap(([platform, { isUploaded }]) =>
        isUploaded ? [platform] : [],
      ),
    close,
  };
}

function links(all: Record<string, string>): object {
  return { data: { links: all } };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
