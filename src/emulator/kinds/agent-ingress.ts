import { getStoredJob, renderJobStatus, startOrContinueJob } from '../time/certificate-provisioning';
import type { KindHooks } from './kind-hooks';

export const agentIngress: KindHooks = {
  computeService({ state }, pending, before) {
    const job = startOrContinueJob(state, pending, before);
    return job ? { job: { ...job } } : {};
  },
  render(context, stored, body) {
    const domain = String(stored.values['domain']);
    return {
      ...body,
      // The public service returns only this URI relative, docs/internals/gaps.md section 2.
      ...(context.state.profile.name === 'ngrok' && { uri: `${stored.kind.path}/${stored.id}` }),
      ns_targets: [1, 2, 3, 4].map((number) => `ns${number}.ingress-dns.example.`),
      region_domains: context.state.settings.regions.map((region) => `tunnel.${region}.${domain}`),
      certificate_management_status: renderJobStatus(context.state, getStoredJob(stored), {
        domain,
        dnsProblem: `The NS records of ${domain} do not point at the service; set them to ns_targets.`,
        provisioned: true,
      }),
    };
  },
};
