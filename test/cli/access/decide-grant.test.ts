/** What a request for access changes: a live grant never becomes shorter. */
import { decideGrant } from '../../../src/cli/access/decide-grant';

const NOW = Date.parse('2027-03-01T10:00:00Z');
const at = (seconds: number): string => new Date(NOW + seconds * 1000).toISOString();

test.each([
  // Seconds until the end of the grant and until the requested end.
  [40, 5, 'unchanged'],
  [40, 40, 'unchanged'],
  [40, 300, 'replace'],
  [300, 60, 'unchanged'],
  [300, 3600, 'extend'],
  [-5, 60, 'replace'],
  [-5, -1, 'replace'],
])('a grant that ends in %i s and is requested for %i s is %s', (end, requested, type) => {
  const grant = { until: at(end), by: 'ana', reason: 'r', ticket: null };
  const rule = { id: 'ipr_1', cidr: '203.0.113.7/32', action: 'allow', grant };
  expect(decideGrant([rule], '203.0.113.7/32', at(requested), NOW)).toEqual({ type, rule });
});
