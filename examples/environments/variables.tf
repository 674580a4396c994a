variable "staging" {
  description = "Address of the service, and the id of an object that only this account has; null before the first apply."
  type        = object({ base_url = string, account_object = optional(string) })
}

variable "production" {
  description = "The same for production."
  type        = object({ base_url = string, account_object = optional(string) })
}

variable "staging_api_key" {
  description = "Set TF_VAR_staging_api_key, so that the key is in no file."
  type        = string
  sensitive   = true
}

variable "production_api_key" {
  description = "Set TF_VAR_production_api_key."
  type        = string
  sensitive   = true
}

variable "offices" {
  description = "Names of the networks that may use the dashboard of both accounts."
  type        = map(string)
  default = {
    "203.0.113.0/24"   = "Berlin"
    "2001:db8:40::/48" = "Lisbon"
  }
}
