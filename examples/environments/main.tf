# Two environments, each with an account and a key of its own. One apply changes both; preview reads both accounts.

terraform {
  required_providers {
    netingress = {
      source  = "terraform.local/netingress/netingress"
      version = "~> 0.1.0"
    }
  }
}

# With the key of another account the provider stops before it changes anything: account_object is not in that account.
provider "netingress" {
  alias          = "staging"
  base_url       = var.staging.base_url
  api_key        = var.staging_api_key
  account_object = var.staging.account_object
}

provider "netingress" {
  alias          = "production"
  base_url       = var.production.base_url
  api_key        = var.production_api_key
  account_object = var.production.account_object
}

module "staging" {
  source    = "./ingress"
  providers = { netingress = netingress.staging }

  agent_domain = "agents.staging.example.com"
  networks     = merge(var.offices, { "192.0.2.64/27" = "Test laboratory" })
  log_group = {
    name = "arn:aws:logs:eu-central-1:210987654321:log-group:ingress-audit"
    role = "arn:aws:iam::210987654321:role/ingress-events"
  }
}

module "production" {
  source    = "./ingress"
  providers = { netingress = netingress.production }

  agent_domain = "agents.example.com"
  networks     = var.offices
  log_group = {
    name = "arn:aws:logs:eu-central-1:123456789012:log-group:ingress-audit"
    role = "arn:aws:iam::123456789012:role/ingress-events"
  }
}
