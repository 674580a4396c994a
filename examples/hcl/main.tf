# Who may call the API, and who is told when that changes.

locals {
  rules = merge(
    { for name, cidr in var.offices : cidr => { action = "allow", description = name } },
    { for name, cidr in var.denied : cidr => { action = "deny", description = name } },
  )
}

resource "netingress_ip_policy" "offices" {
  description = "Networks of our offices"
}

# All rules of the policy: one that somebody adds by hand shows in the next plan, and the next apply removes it.
resource "netingress_ip_policy_rules" "offices" {
  ip_policy_id = netingress_ip_policy.offices.id
  rules        = local.rules

  lifecycle {
    precondition {
      condition = alltrue([
        for denied in values(var.denied) :
        anytrue([for office in values(var.offices) : provider::netingress::cidr_contains(office, denied)])
      ])
      error_message = "A denied network lies within no office; everything outside of the offices is denied anyway."
    }
  }
}

# A policy that somebody else keeps, found by its description.
data "netingress_ip_policy" "partner" {
  count       = var.partner_policy == null ? 0 : 1
  description = var.partner_policy
}

data "netingress_ip_policy_rules" "partner" {
  count  = length(data.netingress_ip_policy.partner)
  filter = "obj.ip_policy.id == \"${data.netingress_ip_policy.partner[count.index].id}\""
}

# The rules of all policies together, one action for each network: where one of them denies it, it is denied.
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

  # Not in force before its rules are, and gone before they go.
  depends_on = [netingress_ip_policy_rules.offices]

  lifecycle {
    precondition {
      condition = alltrue([
        for address in var.must_admit : provider::netingress::policy_allows(local.actions, address)
      ])
      error_message = "Enforced, this would shut out an address of must_admit; nothing was changed."
    }
  }
}

# Known to the provider itself: the service is not asked.
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
}

resource "netingress_event_subscription" "access_changes" {
  description     = "Every change of who may come in"
  destination_ids = [netingress_event_destination.audit.id]
  sources = [
    for event in data.netingress_event_types.all.event_types : { type = event.type } if startswith(event.type, "ip_")
  ]
}
