output "agent_ingress_id" {
  value = netingress_agent_ingress.agents.id
}
