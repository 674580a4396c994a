import { jobFor, jobOf, jobStatus } from '../time/certificate-provisioning';
import type { Behaviour } from './kind-hooks';

/** Name servers, regional domains and the certificate of an agent ingress (management-api.md, 'AgentIngress'). */
export const agentIngress: Behaviour = {
  make({ state }, draft, before) {
    const job = jobFor(state, draft, before);
    return job ? { job: { ...job } } : {};
  },
  show(view, stored, answer) {
    const domain = String(stored.values['domain']);
    return {
      ...answer,
      // The public service answers this one URI relative (gaps.md section 2, `/agent_ingresses`).
      ...(view.state.profile.name === 'ngrok' && { uri: `${stored.kind.path}/${stored.id}` }),
      ns_targets: [1, 2, 3, 4].map((number) => `ns${number}.ingress-dns.example.`),
      region_domains: view.state.settings.regions.map((region) => `tunnel.${region}.${domain}`),
      certificate_management_status: jobStatus(view.state, jobOf(stored), {
        domain,
        dnsProblem: `The NS records of ${domain} do not point at the service; set them to ns_targets.`,
        provisioned: true,
      }),
    };
  },
};
