import type { Construct } from 'constructs';
import { TcpAddress } from 'netingress';

/** 1 TCP address. */
export function declareTcpAddresses(scope: Construct): void {
  new TcpAddress(scope, 'machines_in_the_plant_lgzlm6', {
    description: 'Machines in the plant',
    region: 'eu',
  }).importFrom('ra_3LUznMZHwJqYoeAxdO6FDlGzlm6');
}
