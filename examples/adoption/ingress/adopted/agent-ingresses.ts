import type { Construct } from 'constructs';
import { AgentIngress } from 'netingress';

/** 1 agent ingress. */
export function declareAgentIngresses(scope: Construct): void {
  new AgentIngress(scope, 'agents_example_com_agent_ingress', {
    metadata: '{"ticket":"OPS-17"}',
    domain: 'agents.example.com',
  }).importFrom('agin_3LUznMZHwJqYoqGO72HT24I8zX8');
}
