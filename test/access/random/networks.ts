export const OFFICE = '203.0.113.0/24';
const PART_OF_OFFICE = '203.0.113.64/26';
export const PARTNER = '198.51.100.0/25';
const IPV6 = '2001:db8:1::/48';
export const ALL_IPV4 = '0.0.0.0/0';
export const NETWORKS = [OFFICE, PART_OF_OFFICE, PARTNER, IPV6, ALL_IPV4, '::/0'];
