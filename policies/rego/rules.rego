# The findings of each policy in catalog.rego, for each object of the plan.
package netingress.rules

import data.netingress.catalog
import data.netingress.config
import data.netingress.plan
import rego.v1

found(policy, resource, problem) := {"policy": policy, "address": resource.address, "problem": problem}

# What decides, by policy and type, is unknown, or missing because another version of the provider made the plan.
undecided contains found(id, resource, sprintf("has %s, which is known only after apply", [concat(".", path)])) if {
	some resource in plan.resources
	some id, policy in catalog.policies
	some path in object.get(policy.reads, resource.type, [])
	plan.is_unknown(resource, path)
	not is_irrelevant(id, resource)
}

undecided contains found(id, resource, sprintf("has no %s; expected a plan of the provider of this package", [path[0]])) if {
	some resource in plan.resources
	some id, policy in catalog.policies
	some path in object.get(policy.reads, resource.type, [])
	is_missing(resource, path[0])
	not resource.unknown[path[0]]
}

is_missing(resource, name) if not name in object.keys(resource.values)

# Null in a state that no refresh has completed.
is_missing(resource, name) if {
	name in catalog.admission
	resource.values[name] == null
}

is_irrelevant("must_admit", resource) if resource.values.enforced == false

is_irrelevant("must_admit", resource) if count(resource.values.must_admit) > 0

findings contains found("no_open_network", resource, "admits every address of IPv4 or IPv6; expected known networks") if {
	some resource in plan.resources
	resource.values.admits_every_address == true
}

findings contains found("no_wide_network", resource, problem) if {
	some resource in plan.resources
	some network in allowed_networks(resource)
	[_, prefix] := split(network, "/")
	shortest := config.limits[sprintf("%s_prefix", [family(network)])]
	to_number(prefix) < shortest
	problem := sprintf("allows %s; expected a prefix of at least /%d", [network, shortest])
}

allowed_networks(resource) := {resource.values.cidr} if {
	resource.type == "netingress_ip_policy_rule"
	resource.values.action == "allow"
}

allowed_networks(resource) := networks if {
	resource.type == "netingress_ip_policy_rules"
	networks := {network | some network; resource.values.rules[network].action == "allow"}
}

family(network) := "ipv6" if contains(network, ":")

family(network) := "ipv4" if not contains(network, ":")

findings contains found("address_limit", resource, problem) if {
	some resource in plan.resources
	some family in {"ipv4", "ipv6"}
	admitted := resource.values[sprintf("admitted_%s_addresses", [family])]
	limit := config.limits[sprintf("%s_addresses", [family])]
	to_number(admitted) > limit
	problem := sprintf("admits %s %s addresses; expected at most %v", [digits(admitted), family, limit])
}

# conftest reads the numbers of a plan as floats, which are printed with an exponent.
digits(admitted) := format_int(admitted, 10) if is_number(admitted)

digits(admitted) := admitted if is_string(admitted)

findings contains found("restriction_enforced", resource, "is not enforced; expected enforced = true") if {
	some resource in plan.resources
	resource.type == "netingress_ip_restriction"
	object.get(resource.values, "enforced", null) in {false, null}
	not plan.is_unknown(resource, ["enforced"])
}

findings contains found("must_admit", resource, "has no must_admit; expected at least one network") if {
	some resource in plan.resources
	resource.type == "netingress_ip_restriction"
	resource.values.enforced == true
	object.get(resource.values, "must_admit", null) in {null, []}
	not plan.is_unknown(resource, ["must_admit"])
}

findings contains found("no_grant", resource, "contains a grant; expected no temporary access") if {
	some resource in plan.resources
	some metadata in rule_metadata(resource)
	catalog.grant in object.keys(members(metadata))
}

rule_metadata(resource) := {resource.values.metadata} if resource.type == "netingress_ip_policy_rule"

rule_metadata(resource) := texts if {
	resource.type == "netingress_ip_policy_rules"
	texts := {metadata | metadata := resource.values.rules[_].metadata}
}

# The members of a JSON object; none of other text.
members(text) := value if {
	json.is_valid(text)
	value := json.unmarshal(text)
	is_object(value)
}

findings contains found("write_only_secret", resource, sprintf("sets %s; expected it to be write-only", [concat(".", path)])) if {
	some resource in plan.resources
	some path in object.get(catalog.policies.write_only_secret.reads, resource.type, [])
	is_set(resource, path)
}

findings contains found("role_for_events", resource, sprintf("sets %s; expected a role", [concat(".", path)])) if {
	some resource in plan.resources
	some path in object.get(catalog.policies.role_for_events.reads, resource.type, [])
	is_set(resource, path)
}

is_set(resource, path) if {
	value := object.get(resource.values, path, null)
	value != null
}

findings contains found("sealed_token", resource, "stores its token; expected sealed_for") if {
	some resource in plan.resources
	catalog.policies.sealed_token.reads[resource.type]
	object.get(resource.values, "sealed_for", null) == null
	not plan.is_unknown(resource, ["sealed_for"])
}

findings contains found("credential_owner", resource, "has no owner in metadata; expected a JSON object with the member owner") if {
	some resource in plan.resources
	catalog.policies.credential_owner.reads[resource.type]
	not has_owner(resource)
	not plan.is_unknown(resource, ["metadata"])
}

has_owner(resource) if {
	owner := members(resource.values.metadata).owner
	is_string(owner)
	trim_space(owner) != ""
}

findings contains found("credential_acl", resource, "may serve every binding; expected an acl") if {
	some resource in plan.resources
	catalog.policies.credential_acl.reads[resource.type]
	is_unlimited(object.get(resource.values, "acl", null))
	not plan.is_unknown(resource, ["acl"])
}

is_unlimited(acl) if acl == null

is_unlimited(acl) if count(acl) == 0

is_unlimited(acl) if "*" in acl

findings contains found("description", resource, "has no description; expected its purpose") if {
	some resource in plan.resources
	["description"] in object.get(catalog.policies.description.reads, resource.type, [])
	is_blank(object.get(resource.values, "description", null))
	not plan.is_unknown(resource, ["description"])
}

findings contains found("description", resource, sprintf("has no description of %s; expected its owner", [network])) if {
	some resource in plan.resources
	resource.type == "netingress_ip_policy_rules"
	some network, rule in resource.values.rules
	rule != null
	is_blank(object.get(rule, "description", null))
	not plan.is_unknown(resource, ["rules", network, "description"])
}

is_blank(text) if text == null

is_blank(text) if trim_space(text) == ""

# The subscriptions of a plan are judged together. Without one that records audit events, the trail is elsewhere.
findings contains {"policy": "audit_trail", "address": address, "problem": problem} if {
	some address in trail
	missing := (catalog.audit_events - recorded) - perhaps_recorded
	count(missing) > 0
	problem := sprintf("lacks %d audit events, such as %s; expected all", [count(missing), sort(missing)[0]])
	count(unknown_trail) == 0
}

findings contains {"policy": "audit_trail", "address": "plan", "problem": "has no audit trail; expected one"} if {
	config.audit_trail
	count(trail) == 0
	count(unknown_trail) == 0
}

subscriptions contains resource if {
	some resource in plan.resources
	resource.type == "netingress_event_subscription"
}

unknown_trail contains resource.address if {
	some resource in subscriptions
	plan.is_unknown(resource, ["sources", "*", "type"])
}

# A subscription without a destination delivers nothing.
recorded contains source.type if {
	some resource in subscriptions
	count(resource.values.destination_ids) > 0
	some source in resource.values.sources
}

# Whether the subscription has a destination is known only after apply.
perhaps_recorded contains source.type if {
	some resource in subscriptions
	resource.unknown.destination_ids == true
	some source in resource.values.sources
}

undecided contains found("audit_trail", resource, "has destination_ids, which is known only after apply") if {
	some resource in subscriptions
	resource.unknown.destination_ids == true
	some source in resource.values.sources
	source.type in catalog.audit_events - recorded
}

trail contains resource.address if {
	some resource in subscriptions
	some source in resource.values.sources
	source.type in catalog.audit_events
}

findings contains found("protected", resource, "is destroyed; expected it to be kept") if {
	some resource in plan.destroyed
	resource.type in config.protected_types
}
