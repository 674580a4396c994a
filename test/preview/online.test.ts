import { connectApi } from '../support/emulator/api';
import { expression } from '../support/expression';
import { appForAll } from '../support/preview/app';
import { reportRequests } from '../support/preview/requested-change';

const app = appForAll({ profile: 'ngrok' });
let agent: string;
let otherAgent: string;
beforeEach(async () => {
  const create = async (url: string): Promise<string> => {
    const api = connectApi(app.emulator);
    const endpoint = { url, type: 'ephemeral' };
    const { status, body } = await api.sendAsUser('POST', '/endpoints', endpoint, { source: 'API' });
    expect(status).toBe(201);
    return String(body['id']);
  };
  agent = await create('https://agent.example.com');
  otherAgent = await create('https://other.example.com');
});
afterEach(() => app.emulator.reset());

test('a stack that reads endpoints of agents is not previewed, and the cause of several is named once', async () => {
  await app.synthesize({
    all: {
      data: { netingress_endpoint: { one: { id: agent }, other: { id: otherAgent } } },
      resource: { netingress_ip_policy: { office: { description: expression('data.netingress_endpoint.one.url') } } },
    },
  });
  const report = await app.report('--no-new-access', '--must-deny', '8.8.8.8');
  expect(report).toMatchObject({
    ...{ result: 'incomplete', exit_status: 3 },
    gates: [{ result: 'not_decided' }, { result: 'not_decided' }],
    stacks: [{ status: 'not_previewed', reason: expect.stringContaining('403 NOT_PREVIEWED: the') }],
  });
  // The messages of both endpoints have their ids, and one cause.
  expect(report.stacks[0]?.reason?.match(/NOT_PREVIEWED/g)).toHaveLength(1);
});

test('a copy has no answer for an endpoint of an agent, a list that has it, and a list that was not read; it has cloud endpoints by id and as lists', async () => {
  await app.create('/reserved_domains', { domain: 'cloud.example.com' });
  const traffic_policy = JSON.stringify({ on_http_request: [{ actions: [{ type: 'deny' }] }] });
  const cloud = { url: 'https://cloud.example.com', type: 'cloud', bindings: ['public'], traffic_policy };
  const { id } = await app.create('/endpoints', cloud);
  await reportRequests({ env: app.env }, async ({ request }) => {
    const ask = async (path: string): Promise<unknown> => {
      const response = await request('GET', path);
      const { error_code: code, endpoints } = (await response.json()) as Answer;
      return code ?? endpoints?.map((each) => each.id) ?? response.status;
    };
    expect(await ask(`/endpoints/${agent}`)).toBe('NOT_PREVIEWED');
    expect(await ask('/endpoints')).toBe('NOT_PREVIEWED');
    expect(await ask('/tunnel_sessions')).toBe('NOT_PREVIEWED');
    expect(await ask(`/endpoints/${id}`)).toBe(200);
    const inCloud = 'obj.type == "cloud"';
    expect(await ask(`/endpoints?filter=${encodeURIComponent(inCloud)}`)).toEqual([id]);
    const byUrl = `(obj.url == "${cloud.url}") && ${inCloud}`;
    expect(await ask(`/endpoints?filter=${encodeURIComponent(byUrl)}`)).toEqual([id]);
  });
});

interface Answer {
  readonly error_code?: string;
  readonly endpoints?: readonly { readonly id: string }[];
}

test('a copy lists endpoints if no agent is online', async () => {
  await app.emulator.reset();
  await reportRequests({ env: app.env }, async ({ request }) => {
    expect(await (await request('GET', '/endpoints')).json()).toMatchObject({ endpoints: [] });
  });
});
