# The ingress of one environment.

terraform {
  required_providers {
    netingress = { source = "terraform.local/netingress/netingress" }
  }
}

resource "netingress_ip_policy" "offices" {
  description = "Networks of our offices"

  lifecycle {
    create_before_destroy = true
  }
}

resource "netingress_ip_policy_rules" "offices" {
  ip_policy_id = netingress_ip_policy.offices.id
  rules        = { for cidr, name in var.networks : cidr => { action = "allow", description = name } }

  lifecycle {
    create_before_destroy = true
  }
}

resource "netingress_ip_restriction" "dashboard" {
  type          = "dashboard"
  enforced      = true
  ip_policy_ids = [netingress_ip_policy.offices.id]
  depends_on    = [netingress_ip_policy_rules.offices]
}

# Agents connect from anywhere: without an enforced restriction of the type agent the service admits every address.
resource "netingress_agent_ingress" "agents" {
  domain = var.agent_domain
}

resource "netingress_event_destination" "audit" {
  description = "Log group of the security team"
  format      = "json"
  target = {
    log_group = {
      log_group_rn = var.log_group.name
      auth         = { role = { role_rn = var.log_group.role } }
    }
  }

  lifecycle {
    create_before_destroy = true
  }
}

# Read from the provider, without a request.
data "netingress_event_types" "all" {}

resource "netingress_event_subscription" "audit" {
  description     = "Every change of the access rules"
  destination_ids = [netingress_event_destination.audit.id]
  sources = [
    for event in data.netingress_event_types.all.event_types : { type = event.type } if startswith(event.type, "ip_")
  ]
}
