/** Only a provisioner inside a `removed` block keeps a stack from being previewed. */
import { containsRemovedProvisioner } from '../../../src/preview/stacks/removed-provisioner';

const PROVISIONER = 'provisioner "local-exec" {\n    when = destroy\n    command = "bye"\n  }';
const RESOURCE = `resource "terraform_data" "removed" {\n  input = "removed {"\n  ${PROVISIONER}\n}\n`;

test.each([
  ['in the block', `removed {\n  from = netingress_ip_policy.own\n  ${PROVISIONER}\n}`],
  ['after a nested block', `removed {\n  from = a.b\n  lifecycle {\n    destroy = true\n  }\n  ${PROVISIONER}\n}`],
  ['after a brace in a comment', `removed { # old }\n  ${PROVISIONER}\n}`],
  ['after a brace in a string', `locals {\n  a = "}"\n}\nremoved {\n  from = a.b["}"]\n  ${PROVISIONER}\n}`],
  ['after a comment', `/* } */ removed /* { */ {\n  ${PROVISIONER}\n}`],
  [
    'after a heredoc with a quotation mark',
    `locals {\n  a = <<-EOT\n    "{\n    EOT\n}\nremoved {\n  ${PROVISIONER}\n}`,
  ],
  ['after a nested template', `locals {\n  a = "\${join("}", ["{"])}"\n}\nremoved {\n  ${PROVISIONER}\n}`],
  ['in JSON', '{"removed":[{"from":"a.b","provisioner":[{"local-exec":{"command":"bye"}}]}]}'],
  ['in JSON, as a single block', '{"removed":{"from":"a.b","provisioner":{"local-exec":{"command":"bye"}}}}'],
])('a provisioner is found %s', (_, text) => expect(containsRemovedProvisioner(text)).toBe(true));

test.each([
  ['in a resource after a removed block', `removed {\n  from = a.b\n}\n${RESOURCE}`],
  ['in a resource with the name `removed`', RESOURCE],
  ['after the word in a description', `variable "a" {\n  description = "removed { once"\n}\n${RESOURCE}`],
  ['after the word in a comment', `# removed {\n${RESOURCE}`],
  ['in a comment of a removed block', `removed {\n  from = a.b\n  # provisioner\n}`],
  [
    'in JSON, in a resource',
    '{"resource":{"terraform_data":{"removed":{"provisioner":[{}]}}},"removed":[{"from":"a.b"}]}',
  ],
])('a provisioner is not found %s', (_, text) => expect(containsRemovedProvisioner(text)).toBe(false));
