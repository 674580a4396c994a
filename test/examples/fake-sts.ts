/**
 * The token service of a host of pipelines, and an STS server that gives temporary credentials for its tokens:
 * `AssumeRoleWithWebIdentity` of the Query API. Signatures of tokens are not checked; a token is known or not.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { listen } from '../support/listen';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

export interface FakeSts {
  readonly url: string;
  /** The role and environment of each exchange. */
  readonly assumed: readonly { readonly role: string; readonly environment: string }[];
  /** What the host gives to a job that may ask for a token. */
  issueToken(audience: string, environment: string): string;
  isIssued(accessKeyId: string, sessionToken: string): boolean;
  /** All tokens and keys so far. */
  secrets(): readonly string[];
  close(): Promise<void>;
}

const AUDIENCE = 'sts.amazonaws.com';

export async function openFakeSts(): Promise<FakeSts> {
  const tokens = new Map<string, string>();
  const issued: Credentials[] = [];
  const assumed: { role: string; environment: string }[] = [];
  const server = createServer((request, response) => {
    void readForm(request).then((form) => {
      const environment = tokens.get(form.get('WebIdentityToken') ?? '');
      if (form.get('Action') !== 'AssumeRoleWithWebIdentity' || environment === undefined) {
        response.writeHead(400, { 'content-type': 'text/xml' });
        return response.end(
          '<ErrorResponse><Error><Type>Sender</Type><Code>InvalidIdentityToken</Code><Message>unknown token</Message></Error></ErrorResponse>',
        );
      }
      assumed.push({ role: form.get('RoleArn') ?? '', environment });
      const credentials = {
        accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
        secretAccessKey: randomBytes(20).toString('hex'),
        sessionToken: randomBytes(20).toString('hex'),
      };
      issued.push(credentials);
      response.writeHead(200, { 'content-type': 'text/xml' });
      return response.end(formatCredentials(credentials));
    });
  });
  const { url, close } = await listen(server);
  return {
    url,
    assumed,
    issueToken(audience, environment) {
      const token = `token.${randomBytes(20).toString('hex')}`;
      if (audience === AUDIENCE) tokens.set(token, environment);
      return token;
    },
    isIssued: (id, session) => issued.some((each) => each.accessKeyId === id && each.sessionToken === session),
    secrets: () => [...tokens.keys(), ...issued.flatMap((each) => [each.secretAccessKey, each.sessionToken])],
    close,
  };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}

function formatCredentials({ accessKeyId, secretAccessKey, sessionToken }: Credentials): string {
  const expiration = new Date(Date.now() + 3_600_000).toISOString();
  return (
    '<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>' +
    `<Credentials><AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>${secretAccessKey}</SecretAccessKey>` +
    `<SessionToken>${sessionToken}</SessionToken><Expiration>${expiration}</Expiration></Credentials>` +
    '</AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>'
  );
}
