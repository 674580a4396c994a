# The policies and the facts that they judge by. Written by `npm run generate` from src/policies.
package netingress.catalog

import rego.v1

policies := {
	"no_open_network": {
		"title": "Rules do not admit every address",
		"why": "Rules that admit every IPv4 or every IPv6 address restrict nothing.",
		"remedy": "Allow only known networks.",
		"severity": "error",
		"reads": {
			"netingress_ip_policy_rule": [
				[
					"admits_every_address"
				]
			],
			"netingress_ip_policy_rules": [
				[
					"admits_every_address"
				]
			]
		}
	},
	"no_wide_network": {
		"title": "No allowed network is wider than a prefix",
		"why": "A wide network belongs to more than one organization.",
		"remedy": "Allow the networks that are needed, or change the limits ipv4_prefix and ipv6_prefix.",
		"severity": "error",
		"reads": {
			"netingress_ip_policy_rule": [
				[
					"cidr"
				],
				[
					"action"
				]
			],
			"netingress_ip_policy_rules": [
				[
					"rules",
					"*",
					"action"
				]
			]
		}
	},
	"address_limit": {
		"title": "A set of rules admits a limited number of addresses",
		"why": "Many networks together may admit as much as one open network.",
		"remedy": "Remove networks, or change the limits ipv4_addresses and ipv6_addresses.",
		"severity": "error",
		"reads": {
			"netingress_ip_policy_rules": [
				[
					"admitted_ipv4_addresses"
				],
				[
					"admitted_ipv6_addresses"
				]
			]
		}
	},
	"restriction_enforced": {
		"title": "IP restrictions are enforced",
		"why": "A restriction that is not enforced only warns.",
		"remedy": "Set enforced = true.",
		"severity": "error",
		"reads": {
			"netingress_ip_restriction": [
				[
					"enforced"
				]
			]
		}
	},
	"must_admit": {
		"title": "An enforced IP restriction says whom it must admit",
		"why": "Without must_admit, a wrong rule may shut out the pipeline that would correct it.",
		"remedy": "Set must_admit to the networks of your pipeline and of your administrators.",
		"severity": "error",
		"reads": {
			"netingress_ip_restriction": [
				[
					"enforced"
				],
				[
					"must_admit"
				]
			]
		}
	},
	"no_grant": {
		"title": "No configuration contains a grant",
		"why": "A grant is temporary access; in a configuration it never ends.",
		"remedy": "Delete the rule, and use `netingress access grant`.",
		"severity": "error",
		"reads": {
			"netingress_ip_policy_rule": [
				[
					"metadata"
				]
			],
			"netingress_ip_policy_rules": [
				[
					"rules",
					"*",
					"metadata"
				]
			]
		}
	},
	"write_only_secret": {
		"title": "Secrets are in write-only attributes",
		"why": "Plans and states contain the value of an ordinary attribute.",
		"remedy": "Use the attribute that ends in _wo, with its version.",
		"severity": "error",
		"reads": {
			"netingress_event_destination": [
				[
					"target",
					"delivery_stream",
					"auth",
					"creds",
					"cloud_secret_access_key"
				],
				[
					"target",
					"data_stream",
					"auth",
					"creds",
					"cloud_secret_access_key"
				],
				[
					"target",
					"log_group",
					"auth",
					"creds",
					"cloud_secret_access_key"
				],
				[
					"target",
					"datadog",
					"api_key"
				],
				[
					"target",
					"azure_logs_ingestion",
					"client_secret"
				]
			],
			"netingress_tls_certificate": [
				[
					"private_key_pem"
				]
			],
			"netingress_secret": [
				[
					"value"
				]
			]
		}
	},
	"sealed_token": {
		"title": "Tokens are encrypted in the state",
		"why": "Everyone who reads the state can use the token of a credential.",
		"remedy": "Set sealed_for to the public key of the recipient.",
		"severity": "warning",
		"reads": {
			"netingress_api_key": [
				[
					"sealed_for"
				]
			],
			"netingress_tunnel_credential": [
				[
					"sealed_for"
				]
			]
		}
	},
	"credential_owner": {
		"title": "A credential has an owner",
		"why": "A leaked or unused credential needs someone who decides about it.",
		"remedy": "Add a member owner to the JSON object in metadata; OwnershipMetadata adds it.",
		"severity": "error",
		"reads": {
			"netingress_api_key": [
				[
					"metadata"
				]
			],
			"netingress_ssh_public_key": [
				[
					"metadata"
				]
			],
			"netingress_tunnel_credential": [
				[
					"metadata"
				]
			]
		}
	},
	"credential_acl": {
		"title": "A credential is limited to some bindings",
		"why": "Without an ACL, an agent with the credential may serve every domain of the account.",
		"remedy": "Set acl to the bindings that the agent needs.",
		"severity": "error",
		"reads": {
			"netingress_tunnel_credential": [
				[
					"acl"
				]
			],
			"netingress_ssh_public_key": [
				[
					"acl"
				]
			]
		}
	},
	"role_for_events": {
		"title": "Event destinations use a role",
		"why": "A static key of a cloud provider does not expire.",
		"remedy": "Replace creds by role.",
		"severity": "error",
		"reads": {
			"netingress_event_destination": [
				[
					"target",
					"delivery_stream",
					"auth",
					"creds"
				],
				[
					"target",
					"data_stream",
					"auth",
					"creds"
				],
				[
					"target",
					"log_group",
					"auth",
					"creds"
				]
			]
		}
	},
	"audit_trail": {
		"title": "The audit trail has all audit events",
		"why": "Changes of a group that is not recorded cannot be investigated.",
		"remedy": "Use AuditTrail, or add the event types to a subscription with a destination.",
		"severity": "error",
		"reads": {
			"netingress_event_subscription": [
				[
					"sources",
					"*",
					"type"
				]
			]
		}
	},
	"description": {
		"title": "Every object has a description",
		"why": "An object without a purpose is never removed.",
		"remedy": "Set description.",
		"severity": "error",
		"reads": {
			"netingress_ip_policy": [
				[
					"description"
				]
			],
			"netingress_ip_policy_rule": [
				[
					"description"
				]
			],
			"netingress_ip_restriction": [
				[
					"description"
				]
			],
			"netingress_agent_ingress": [
				[
					"description"
				]
			],
			"netingress_kubernetes_operator": [
				[
					"description"
				]
			],
			"netingress_event_destination": [
				[
					"description"
				]
			],
			"netingress_event_subscription": [
				[
					"description"
				]
			],
			"netingress_api_key": [
				[
					"description"
				]
			],
			"netingress_tunnel_credential": [
				[
					"description"
				]
			],
			"netingress_certificate_authority": [
				[
					"description"
				]
			],
			"netingress_tls_certificate": [
				[
					"description"
				]
			],
			"netingress_domain": [
				[
					"description"
				]
			],
			"netingress_tcp_address": [
				[
					"description"
				]
			],
			"netingress_ssh_public_key": [
				[
					"description"
				]
			],
			"netingress_ssh_certificate_authority": [
				[
					"description"
				]
			],
			"netingress_ssh_host_certificate": [
				[
					"description"
				]
			],
			"netingress_ssh_user_certificate": [
				[
					"description"
				]
			],
			"netingress_vault": [
				[
					"description"
				]
			],
			"netingress_secret": [
				[
					"description"
				]
			],
			"netingress_cloud_endpoint": [
				[
					"description"
				]
			],
			"netingress_ip_policy_rules": [
				[
					"rules",
					"*",
					"description"
				]
			]
		}
	},
	"protected": {
		"title": "Protected objects are not destroyed",
		"why": "A reserved address or a private key of the service cannot be created again, and a restriction or trail leaves a gap.",
		"remedy": "Keep the object, use `netingress moves` if it was renamed, or change protected_types.",
		"severity": "error",
		"reads": {}
	}
}

limits := {
	"ipv4_prefix": {
		"default": "16",
		"largest": "32"
	},
	"ipv6_prefix": {
		"default": "32",
		"largest": "128"
	},
	"ipv4_addresses": {
		"default": "1048576",
		"largest": "4294967296"
	},
	"ipv6_addresses": {
		"default": "79228162514264337593543950336",
		"largest": "340282366920938463463374607431768211456"
	}
}

protected_types := [
	"netingress_domain",
	"netingress_event_subscription",
	"netingress_ip_restriction",
	"netingress_ssh_certificate_authority",
	"netingress_tcp_address"
]

resource_types := {"netingress_ip_policy", "netingress_ip_policy_rule", "netingress_ip_restriction", "netingress_agent_ingress", "netingress_kubernetes_operator", "netingress_event_destination", "netingress_event_subscription", "netingress_service_user", "netingress_api_key", "netingress_tunnel_credential", "netingress_certificate_authority", "netingress_tls_certificate", "netingress_domain", "netingress_tcp_address", "netingress_ssh_public_key", "netingress_ssh_certificate_authority", "netingress_ssh_host_certificate", "netingress_ssh_user_certificate", "netingress_vault", "netingress_secret", "netingress_cloud_endpoint", "netingress_ip_policy_rules", "netingress_agent_ingress_certificate", "netingress_domain_certificate", "netingress_rotation"}

admission := [
	"admits_every_address",
	"admitted_ipv4_addresses",
	"admitted_ipv6_addresses"
]

grant := "netingress_grant"

audit_events := {"agent_session_start.v0", "agent_session_stop.v0", "api_key_created.v0", "api_key_updated.v0", "api_key_deleted.v0", "certificate_authority_created.v0", "certificate_authority_updated.v0", "certificate_authority_deleted.v0", "domain_created.v0", "domain_updated.v0", "domain_deleted.v0", "event_destination_created.v0", "event_destination_updated.v0", "event_destination_deleted.v0", "event_subscription_created.v0", "event_subscription_updated.v0", "event_subscription_deleted.v0", "ip_policy_created.v0", "ip_policy_updated.v0", "ip_policy_deleted.v0", "ip_policy_rule_created.v0", "ip_policy_rule_updated.v0", "ip_policy_rule_deleted.v0", "ip_restriction_created.v0", "ip_restriction_updated.v0", "ip_restriction_deleted.v0", "ssh_certificate_authority_created.v0", "ssh_certificate_authority_updated.v0", "ssh_certificate_authority_deleted.v0", "ssh_host_certificate_created.v0", "ssh_host_certificate_updated.v0", "ssh_host_certificate_deleted.v0", "ssh_public_key_created.v0", "ssh_public_key_updated.v0", "ssh_public_key_deleted.v0", "ssh_user_certificate_created.v0", "ssh_user_certificate_updated.v0", "ssh_user_certificate_deleted.v0", "tcp_address_created.v0", "tcp_address_updated.v0", "tcp_address_deleted.v0", "tls_certificate_created.v0", "tls_certificate_updated.v0", "tls_certificate_deleted.v0", "tunnel_credential_created.v0", "tunnel_credential_updated.v0", "tunnel_credential_deleted.v0"}
