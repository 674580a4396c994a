import type { Construct } from 'constructs';
import { Domain } from 'netingress';

/** 1 domain. */
export function declareDomains(scope: Construct): void {
  new Domain(scope, 'shop_example_com_domain', {
    description: 'Ann, for the shop',
    domain: 'shop.example.com',
  }).importFrom('rd_3LUznMZHwJqYoS5X9jv1PSFqY14');
}
