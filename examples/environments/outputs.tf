output "account_objects" {
  description = "Ids for account_object, known after the first apply."
  value       = { staging = module.staging.agent_ingress_id, production = module.production.agent_ingress_id }
}
