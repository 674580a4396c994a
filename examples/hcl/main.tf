# Restricts the API to the offices, and delivers events about changes of the rules.

locals {
  rules = merge(
    { for name, cidr in var.offices : cidr => { action = "allow", description = name } },
    { for name, cidr in var.denied : cidr => { action = "deny", description = name } },
  )
}

# The restriction names the policy, so another policy and its rules exist before the earlier ones are destroyed.
resource "netingress_ip_policy" "offices" {
  description = "Networks of our offices"

  lifecycle {
    create_before_destroy = true
  }
}

# All rules of the policy. The next plan shows a rule that was added outside of Terraform, and the next apply deletes it.
resource "netingress_ip_policy_rules" "offices" {
  ip_policy_id = netingress_ip_policy.offices.id
  rules        = local.rules

  lifecycle {
    create_before_destroy = true

    precondition {
      condition = alltrue([
        for denied in values(var.denied) :
        anytrue([for office in values(var.offices) : provider::netingress::cidr_contains(office, denied)])
      ])
      error_message = "A denied network is not within an office; networks outside of the offices are denied by default."
    }
  }
}

# A pre-existing policy, found by its description.
data "netingress_ip_policy" "partner" {
  count       = var.partner_policy == null ? 0 : 1
  description = var.partner_policy
}

data "netingress_ip_policy_rules" "partner" {
  count  = length(data.netingress_ip_policy.partner)
  filter = "obj.ip_policy.id == \"${data.netingress_ip_policy.partner[count.index].id}\""
}

# The rules of all policies, with one action for each network. A deny wins.
locals {
  rules_together = concat(
    [for cidr, rule in local.rules : { cidr = cidr, action = rule.action }],
    flatten(data.netingress_ip_policy_rules.partner[*].ip_policy_rules),
  )
  actions_by_network = {
    for rule in local.rules_together : provider::netingress::cidr_canonical(rule.cidr) => rule.action...
  }
  actions = {
    for network, actions in local.actions_by_network : network => contains(actions, "deny") ? "deny" : "allow"
  }
}

resource "netingress_ip_restriction" "api" {
  type          = "api"
  enforced      = true
  ip_policy_ids = concat([netingress_ip_policy.offices.id], data.netingress_ip_policy.partner[*].id)
  description   = "The API is for the offices"

  # Created after its rules and destroyed before them.
  depends_on = [netingress_ip_policy_rules.offices]

  lifecycle {
    precondition {
      condition = alltrue([
        for address in var.must_admit : provider::netingress::policy_allows(local.actions, address)
      ])
      error_message = "The restriction would deny an address of must_admit."
    }
  }
}

# Read from the provider, without a request.
data "netingress_event_types" "all" {}

resource "netingress_event_destination" "audit" {
  description = "Audit stream of the security team"
  format      = "json"
  target = {
    data_stream = {
      stream_rn = var.audit_stream.stream_rn
      auth      = { role = { role_rn = var.audit_stream.role_rn } }
    }
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "netingress_event_subscription" "access_changes" {
  description     = "Every change of the access rules"
  destination_ids = [netingress_event_destination.audit.id]
  sources = [
    for event in data.netingress_event_types.all.event_types : { type = event.type } if startswith(event.type, "ip_")
  ]
}
