output "offices_policy_id" {
  description = "IP policy to attach to other endpoints."
  value       = netingress_ip_policy.offices.id
}

output "allowed" {
  description = "Whether the rules allow each address of must_allow."
  value       = { for address in var.must_allow : address => provider::netingress::policy_allows(local.actions, address) }
}
