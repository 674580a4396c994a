/**
 * Delivers all audit events, and the requests to the shop from outside of our networks, to a stream of the security team.
 * The provider is configured with `NETINGRESS_BASE_URL` and `NETINGRESS_API_KEY`.
 */
import { App, TerraformStack } from 'cdktf';
import { AuditTrail, allOf, NetingressProvider, not, TrafficStream, trafficField } from 'netingress';

const app = new App();
const stack = new TerraformStack(app, 'trails');
new NetingressProvider(stack, 'netingress');

const audit = new AuditTrail(stack, 'audit', {
  description: 'Audit trail of the security team',
  target: {
    dataStream: {
      streamRn: 'rn:cloud:stream:eu-central-1:123456789012:stream/audit',
      auth: { role: { roleRn: 'rn:cloud:iam::123456789012:role/ingress-events' } },
    },
  },
});

if (audit.destination) {
  new TrafficStream(stack, 'shop', {
    description: 'Requests to the shop from outside of our own networks',
    destinations: [audit.destination],
    http: {
      fields: ['conn.client_ip', 'http.request.method', 'http.request.url.path', 'http.response.status_code'],
      filter: allOf(
        trafficField('conn.server_name').isOneOf(['shop.example.com', 'pay.example.com']),
        trafficField('conn.server_port').is(443),
        not(trafficField('conn.client_ip').startsWith('203.0.113.')),
      ),
    },
  });
}

app.synth();
