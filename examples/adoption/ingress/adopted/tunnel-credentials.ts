import type { Construct } from 'constructs';
import { TunnelCredential } from 'netingress';

/** 1 tunnel credential. */
export function declareTunnelCredentials(scope: Construct): void {
  new TunnelCredential(scope, 'laptop_of_bob_dnibpe', {
    description: 'Laptop of Bob',
    acl: ['bind:shop.example.com'],
  }).importFrom('cr_3LUznMZHwJqYowJ6LrN4wDnibPe');
}
