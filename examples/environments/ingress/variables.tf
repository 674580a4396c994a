variable "agent_domain" {
  description = "Domain that agents connect to."
  type        = string
}

variable "networks" {
  description = "Names of the networks that may use the dashboard."
  type        = map(string)
}

variable "log_group" {
  description = "Names of the log group and of the role that may write to it, as the cloud shows them."
  type        = object({ name = string, role = string })
}
