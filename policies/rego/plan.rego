# What the JSON of `terraform show -json PLANFILE` says about the objects of netingress.
package netingress.plan

import rego.v1

# The objects that exist after the apply, changed or not.
resources contains resource if {
	some change in changes
	is_object(change.change.after)
	resource := {
		"address": change.address,
		"type": change.type,
		"values": change.change.after,
		"unknown": unknown_parts(change.change),
	}
}

# The objects that the apply destroys, also to replace them.
destroyed contains {"address": change.address, "type": change.type} if {
	some change in changes
	"delete" in change.change.actions
}

changes contains change if {
	some change in input.resource_changes
	change.mode == "managed"
	startswith(change.type, "netingress_")
	not change.deposed
}

unknown_parts(change) := change.after_unknown if is_object(change.after_unknown)

unknown_parts(change) := {} if not is_object(change.after_unknown)

# Why the input cannot be judged.
problems contains "is not a plan; expected the output of `terraform show -json PLANFILE`" if not is_plan

problems contains "is the plan of a run that failed; expected a complete plan" if input.errored == true

problems contains "leaves a part for a later run; expected a complete plan" if input.complete == false

is_plan if {
	is_object(input.planned_values)
	is_object(input.configuration)
	is_string(input.format_version)
}

# Whether a part of the value at the path is known only after apply. `*` is each element.
is_unknown(resource, path) if {
	walk(resource.unknown, [unknown, true])
	overlaps(unknown, path)
}

overlaps(a, b) if {
	shorter := min([count(a), count(b)])
	every position in numbers.range(0, shorter - 1) {
		matches(a[position], b[position])
	}
}

matches(_, "*")

matches(step, name) if step == name
