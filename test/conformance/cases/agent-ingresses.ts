/** Agent ingresses: docs/internals/management-api.md 'AgentIngress' and below, docs/internals/gaps.md sections 0, 1.6 and 2. */
import { type Case, expectRefusals } from '../api';
import { uniqueDomain } from '../collections';
import { managementCases } from './managed-certificates';

const path = '/agent_ingresses';

export const agentIngressCases: readonly Case[] = [
  ...managementCases(path, { authority: 1908, taken: 6706, defaultKey: () => 'rsa' }),
  {
    title: 'an ingress has name servers, and regional domains below its domain',
    async run(api) {
      const {
        domain,
        ns_targets: servers,
        region_domains: regions,
      } = await api.create(path, { domain: uniqueDomain() });
      expect((servers as string[]).length).toBeGreaterThan(0);
      for (const server of servers as string[]) expect(server).toMatch(/^[a-z0-9.-]+\.$/);
      expect((regions as string[]).length).toBeGreaterThan(0);
      for (const region of regions as string[]) expect(region.endsWith(`.${domain}`)).toBe(true);
    },
  },
  {
    title: 'the domain is one of DNS (6704)',
    run: (api) =>
      expectRefusals(
        api,
        (domain) => api.send('POST', path, { domain }),
        ['', 'nodots', 'has space.example.com', '-a.example.com', 'a..example.com', 'example.com.', '192.0.2.1'].map(
          (domain) => [domain, 6704],
        ),
      ),
  },
];
