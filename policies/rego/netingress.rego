# Judges a plan: `deny` has the findings of policies with the severity error, `warn` the others.
#
#     conftest test --namespace netingress --policy policies/rego plan.json
#     opa eval --fail-defined --format raw --data policies/rego --input plan.json 'data.netingress.deny[_].msg'
#
# data.netingress_config may change what is judged:
#
#     policies         ids of the policies to judge; by default all
#     limits           ipv4_prefix, ipv6_prefix, ipv4_addresses, ipv6_addresses: integers, or strings of them
#     audit_trail      true: a plan without an audit trail is a finding
#     protected_types  resource types of the policy `protected`
#     exceptions       addresses that a policy skips, by its id
package netingress

import data.netingress.catalog
import data.netingress.config
import data.netingress.plan
import data.netingress.rules
import rego.v1

deny contains entry if {
	some entry in findings
	entry.severity == "error"
}

warn contains entry if {
	some entry in findings
	entry.severity == "warning"
}

findings contains entry if {
	some finding in rules.findings
	is_selected(finding)
	entry := describe(finding, true, finding.problem)
}

# A value that is known only after apply may violate the policy.
findings contains entry if {
	some finding in rules.undecided
	is_selected(finding)
	not is_found(finding)
	entry := describe(finding, false, finding.problem)
}

findings contains {"msg": msg, "policy": "plan", "address": "", "severity": "error", "decided": false} if {
	some problem in plan.problems
	msg := sprintf("The input %s.", [problem])
}

findings contains {"msg": msg, "policy": "config", "address": "", "severity": "error", "decided": false} if {
	some problem in config.problems
	msg := sprintf("%s.", [problem])
}

is_found(undecided) if {
	some finding in rules.findings
	finding.policy == undecided.policy
	finding.address == undecided.address
}

is_selected(finding) if {
	finding.policy in config.policies
	not finding.address in object.get(config.exceptions, finding.policy, [])
}

describe(finding, decided, problem) := {
	"msg": sprintf("%s %s. %s [%s]", [finding.address, problem, policy.remedy, finding.policy]),
	"policy": finding.policy,
	"address": finding.address,
	"severity": policy.severity,
	"decided": decided,
} if {
	policy := catalog.policies[finding.policy]
}
