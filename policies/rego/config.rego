# What data.netingress_config says, and what is wrong with it. A member with a problem is judged by its default, and the
# problem is an entry.
package netingress.config

import data.netingress.catalog
import rego.v1

member_types := {
	"policies": "array",
	"limits": "object",
	"audit_trail": "boolean",
	"protected_types": "array",
	"exceptions": "object",
}

default given := {}

given := data.netingress_config if is_object(data.netingress_config)

policies := known if {
	known := [id | some id in member("policies", []); catalog.policies[id]]
	count(known) > 0
} else := [id | some id, _ in catalog.policies]

audit_trail := member("audit_trail", false)

protected_types := known if {
	given_types := member("protected_types", [])
	known := [type | some type in given_types; type in catalog.resource_types]
	count(known) == count(given_types)
	has_type("protected_types")
} else := catalog.protected_types

exceptions := member("exceptions", {})

limits := {name: to_number(text) |
	some name, limit in catalog.limits
	text := object.get(given_limits, name, limit["default"])
}

# Text, because a number of IPv6 addresses may be a string.
given_limits := {name: text |
	some name, value in member("limits", {})
	text := sprintf("%v", [value])
	regex.match(`^(0|[1-9][0-9]*)$`, text)
	to_number(text) <= to_number(catalog.limits[name].largest)
}

member(name, _) := given[name] if has_type(name)

member(name, fallback) := fallback if not has_type(name)

has_type(name) if type_name(given[name]) == member_types[name]

problems contains sprintf("data.netingress_config has the type %s; expected object", [type]) if {
	type := type_name(data.netingress_config)
	type != "object"
}

problems contains sprintf("data.netingress_config has the unknown member '%s'; expected %s", [name, list(object.keys(member_types))]) if {
	some name, _ in given
	not member_types[name]
}

problems contains sprintf("data.netingress_config.%s has the type %s; expected %s", [name, type_name(value), type]) if {
	some name, value in given
	type := member_types[name]
	type_name(value) != type
}

problems contains sprintf("data.netingress_config.policies is empty; expected at least one of %s", [list(object.keys(catalog.policies))]) if {
	given.policies == []
}

# The names in a member, and what they may be.
names := {
	"policies": [{id | some id in member("policies", [])}, object.keys(catalog.policies)],
	"limits": [object.keys(member("limits", {})), object.keys(catalog.limits)],
	"protected_types": [{type | some type in member("protected_types", [])}, catalog.resource_types],
	"exceptions": [object.keys(exceptions), object.keys(catalog.policies)],
}

problems contains sprintf("data.netingress_config.%s has the unknown name '%v'; expected %s", [path, name, list(known)]) if {
	some path, [given_names, known] in names
	some name in given_names - known
}

problems contains sprintf("data.netingress_config.limits.%s is %s; expected an integer from 0 to %s, or a string of it", [name, json.marshal(value), limit.largest]) if {
	some name, value in member("limits", {})
	limit := catalog.limits[name]
	not given_limits[name]
}

problems contains sprintf("data.netingress_config.exceptions.%s is %s; expected an array of addresses", [id, json.marshal(addresses)]) if {
	some id, addresses in exceptions
	not are_strings(addresses)
}

are_strings(values) if {
	is_array(values)
	every value in values {
		is_string(value)
	}
}

list(known) := concat(", ", sort(known))
