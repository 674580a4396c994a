terraform {
  # Functions of a provider, in main.tf. OpenTofu has them since 1.7.
  required_version = ">= 1.8.0"

  required_providers {
    netingress = {
      source  = "terraform.local/netingress/netingress"
      version = "~> 0.1.0"
    }
  }
}

# Address and key: NETINGRESS_BASE_URL and NETINGRESS_API_KEY.
provider "netingress" {}
