output "offices_policy_id" {
  description = "IP policy to attach to other endpoints."
  value       = netingress_ip_policy.offices.id
}

output "allowed" {
  description = "Whether the rules allow each address of must_admit."
  value       = { for address in var.must_admit : address => provider::netingress::policy_allows(local.actions, address) }
}
