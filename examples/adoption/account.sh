#!/usr/bin/env bash
# Creates the objects of an account without Terraform.
# Needs NETINGRESS_BASE_URL and NETINGRESS_API_KEY.
set -euo pipefail

# Creates an object and prints its identifier.
create() {
  curl --silent --show-error --fail-with-body "$NETINGRESS_BASE_URL/$1" -d "$2" \
    -H "Authorization: Bearer $NETINGRESS_API_KEY" -H 'Content-Type: application/json' |
    sed -E 's/^\{"id":"([^"]+)".*/\1\n/'
}

offices=$(create ip_policies '{"description":"Offices"}')
create ip_policy_rules "{\"ip_policy_id\":\"$offices\",\"cidr\":\"203.0.113.0/24\",\"action\":\"allow\",\"description\":\"Berlin\"}"
create ip_policy_rules "{\"ip_policy_id\":\"$offices\",\"cidr\":\"2001:db8:40::/48\",\"action\":\"allow\",\"description\":\"Lisbon\"}"
create ip_policy_rules "{\"ip_policy_id\":\"$offices\",\"cidr\":\"203.0.113.64/26\",\"action\":\"deny\",\"description\":\"Guests\"}"
create ip_restrictions "{\"type\":\"dashboard\",\"enforced\":true,\"ip_policy_ids\":[\"$offices\"]}"

create reserved_domains '{"domain":"shop.example.com","description":"Ann, for the shop"}'
create reserved_addrs '{"region":"eu","description":"Machines in the plant"}'
create agent_ingresses '{"domain":"agents.example.com","metadata":"{\"ticket\":\"OPS-17\"}"}'

# The service never returns two of these values again: the token of the credential, and the secret key of the destination.
create credentials '{"description":"Laptop of Bob","acl":["bind:shop.example.com"]}'
stream=$(create event_destinations '{"description":"Audit stream","format":"json","target":{"data_stream":{"stream_rn":"rn:cloud:stream:eu-central-1:123456789012:stream/audit","auth":{"creds":{"cloud_access_key_id":"AKIAEXAMPLEINGRESS00","cloud_secret_access_key":"only-known-once"}}}}}')
create event_subscriptions "{\"sources\":[{\"type\":\"ip_policy_rule_created.v0\"},{\"type\":\"ip_policy_rule_deleted.v0\"}],\"destination_ids\":[\"$stream\"]}"
