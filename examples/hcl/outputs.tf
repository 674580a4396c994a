output "offices_policy_id" {
  description = "IP policy to attach to other endpoints."
  value       = netingress_ip_policy.offices.id
}

output "admitted" {
  description = "Which addresses of must_admit the rules let in, as the service would decide."
  value       = { for address in var.must_admit : address => provider::netingress::policy_allows(local.actions, address) }
}
