/** What differs between the environments, and nothing else: everything here is reviewed when it changes. */

/** One environment, with an account of the service, a state and a lock of its own. */
export interface Environment {
  /** Name of the stack: `cdktf deploy staging`. */
  readonly name: string;
  /** Base domain of the agents' ingress. */
  readonly agentDomain: string;
  /** Whether the API refuses everybody else, or only reports them. */
  readonly enforced: boolean;
  /** Networks beside those of the offices. */
  readonly more: readonly { readonly name: string; readonly cidrs: readonly string[] }[];
  /** Stream that audit events go to. */
  readonly auditStreamRn: string;
}

/** Deployed in this order; a change is in staging before it is in production. */
export const environments: readonly Environment[] = [
  {
    name: 'staging',
    agentDomain: 'agents.staging.example.com',
    enforced: false,
    more: [{ name: 'Test laboratory', cidrs: ['192.0.2.64/27'] }],
    auditStreamRn: 'rn:cloud:stream:eu-central-1:210987654321:stream/audit',
  },
  {
    name: 'production',
    agentDomain: 'agents.example.com',
    enforced: true,
    more: [],
    auditStreamRn: 'rn:cloud:stream:eu-central-1:123456789012:stream/audit',
  },
];
