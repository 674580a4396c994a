variable "offices" {
  description = "Networks of our offices by name, in any notation."
  type        = map(string)
  default = {
    "Berlin"     = "203.0.113.0/24"
    "Lisbon"     = "198.51.100.0/24"
    "Lisbon, v6" = "2001:DB8:40::/48"
  }
}

variable "denied" {
  description = "Denied networks within those of the offices, by name."
  type        = map(string)
  default = {
    "Berlin, guest network" = "203.0.113.64/26"
  }
}

variable "must_admit" {
  description = "Addresses that the restriction of the API must never deny, such as that of the deploying machine."
  type        = list(string)
  default     = ["203.0.113.7", "2001:db8:40::7"]
}

variable "partner_policy" {
  description = "Description of a pre-existing IP policy to add. Null for none."
  type        = string
  default     = null
}

variable "audit_stream" {
  description = "Data stream that receives events about access rules, and the role that may write to it."
  type = object({
    stream_rn = string
    role_rn   = string
  })
  default = {
    stream_rn = "rn:cloud:stream:eu-central-1:123456789012:stream/audit"
    role_rn   = "rn:cloud:iam::123456789012:role/ingress-events"
  }
}
