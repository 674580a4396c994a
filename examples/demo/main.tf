# What `netingress demo` deploys: the networks that may use the dashboard.

terraform {
  required_providers {
    netingress = { source = "terraform.local/netingress/netingress", version = "~> 0.1.0" }
  }
}

provider "netingress" {} # NETINGRESS_BASE_URL and NETINGRESS_API_KEY

resource "netingress_ip_policy" "offices" {
  description = "Who may use the dashboard"

  lifecycle { create_before_destroy = true } # the restriction names it
}

# All rules of the policy: the next apply deletes a rule that was added outside of Terraform.
resource "netingress_ip_policy_rules" "offices" {
  ip_policy_id = netingress_ip_policy.offices.id
  rules = {
    "203.0.113.0/24"   = { action = "allow", description = "Berlin" }
    "2001:db8:40::/48" = { action = "allow", description = "Lisbon" }
  }

  lifecycle { create_before_destroy = true }
}

resource "netingress_ip_restriction" "dashboard" {
  type          = "dashboard"
  enforced      = true
  ip_policy_ids = [netingress_ip_policy.offices.id]
  depends_on    = [netingress_ip_policy_rules.offices]
}
