/** The differences between the environments. */

/** An environment with its own account, state and lock. */
export interface Environment {
  /** Name of the stack: `cdktf deploy staging`. */
  readonly name: string;
  /** Base domain of the agents' ingress. */
  readonly agentDomain: string;
  /** Whether the API denies other networks, or only reports them. */
  readonly enforced: boolean;
  /** Allowed networks in addition to those of the offices. */
  readonly extraNetworks: readonly { readonly name: string; readonly cidrs: readonly string[] }[];
  /** Stream that receives audit events. */
  readonly auditStreamRn: string;
}

/** Deployed in this order. */
export const environments: readonly Environment[] = [
  {
    name: 'staging',
    agentDomain: 'agents.staging.example.com',
    enforced: false,
    extraNetworks: [{ name: 'Test laboratory', cidrs: ['192.0.2.64/27'] }],
    auditStreamRn: 'rn:cloud:stream:eu-central-1:210987654321:stream/audit',
  },
  {
    name: 'production',
    agentDomain: 'agents.example.com',
    enforced: true,
    extraNetworks: [],
    auditStreamRn: 'rn:cloud:stream:eu-central-1:123456789012:stream/audit',
  },
];
