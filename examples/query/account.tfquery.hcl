# Lists every object of the account. Delete the types that you do not want to manage.
# Without `limit` Terraform stops after 100 objects of a type and does not report the others.

list "netingress_ip_policy" "all" {
  provider         = netingress
  include_resource = true
  limit            = 10000
}

list "netingress_ip_policy_rule" "all" {
  provider         = netingress
  include_resource = true
  limit            = 10000
}

list "netingress_ip_restriction" "all" {
  provider         = netingress
  include_resource = true
  limit            = 10000
}

list "netingress_agent_ingress" "all" {
  provider         = netingress
  include_resource = true
  limit            = 10000
}

list "netingress_kubernetes_operator" "all" {
  provider         = netingress
  include_resource = true
  limit            = 10000
}

list "netingress_event_destination" "all" {
  provider         = netingress
  include_resource = true
  limit            = 10000
}

list "netingress_event_subscription" "all" {
  provider         = netingress
  include_resource = true
  limit            = 10000
}

list "netingress_api_key" "all" {
  provider         = netingress
  include_resource = true
  limit            = 10000
}

list "netingress_tunnel_credential" "all" {
  provider         = netingress
  include_resource = true
  limit            = 10000
}

list "netingress_certificate_authority" "all" {
  provider         = netingress
  include_resource = true
  limit            = 10000
}

list "netingress_tls_certificate" "all" {
  provider         = netingress
  include_resource = true
  limit            = 10000
}

list "netingress_domain" "all" {
  provider         = netingress
  include_resource = true
  limit            = 10000
}

list "netingress_tcp_address" "all" {
  provider         = netingress
  include_resource = true
  limit            = 10000
}

list "netingress_ssh_public_key" "all" {
  provider         = netingress
  include_resource = true
  limit            = 10000
}

list "netingress_ssh_certificate_authority" "all" {
  provider         = netingress
  include_resource = true
  limit            = 10000
}

list "netingress_ssh_host_certificate" "all" {
  provider         = netingress
  include_resource = true
  limit            = 10000
}

list "netingress_ssh_user_certificate" "all" {
  provider         = netingress
  include_resource = true
  limit            = 10000
}
