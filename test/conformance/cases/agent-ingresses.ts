/**
 * Agent ingresses: docs/internals/management-api.md 'AgentIngress' and below, docs/internals/gaps.md sections 0, 1.6
 * and 2.
 */
import { type Case, expectRefusals } from '../api';
import { uniqueDomain } from '../collections';
import { managementCases } from './managed-certificates';

const path = '/agent_ingresses';

export const agentIngressCases: readonly Case[] = [
  ...managementCases(path, { authority: 1908, taken: 6706, defaultKey: () => 'rsa' }),
  {
    title: 'an ingress has name servers, and regional domains below its domain',
    async run(api) {
      const { domain, ...created } = await api.create(path, { domain: uniqueDomain() });
      const [servers, regions] = [created['ns_targets'], created['region_domains']] as [string[], string[]];
      expect([servers.length > 0, regions.length > 0]).toEqual([true, true]);
      for (const server of servers) expect(server).toMatch(/^[a-z0-9.-]+\.$/);
      for (const region of regions) expect(region.endsWith(`.${domain}`)).toBe(true);
    },
  },
  {
    title: 'a domain that is none of DNS is rejected (6704)',
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
