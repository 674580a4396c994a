import { findOtherInputs } from '../../../src/preview/stacks/other-inputs';
import { expression } from '../../support/expression';

const MODULE = `\${path.module}`;
const CONDITION = 'resource "a" "b" {\n  precondition {\n    condition = timestamp() < 1\n  }\n}';
const JSON_CONDITION = JSON.stringify({ lifecycle: { precondition: [{ condition: expression('timestamp() < 1') }] } });
const TRAFFIC_POLICY =
  'resource "a" "b" {\n  precondition {}\n  a = <<EOT\n    timestamp("2026-01-01T00:00:00Z") < req.ts.timestamp()\n  EOT\n}';

test.each<[string, string, string]>([
  ['a path in a variable', 'locals { a = fileexists(var.file) }', 'fileexists()'],
  ['a computed path', `locals { a = fileexists("${MODULE}/\${var.name}.json") }`, 'fileexists()'],
  ['an absolute path', 'locals { a = fileexists("/etc/rules.json") }', 'fileexists()'],
  ['a file that is not copied', `locals { a = fileexists("${MODULE}/node_modules/x/rules.json") }`, 'fileexists()'],
  ['a state', 'locals { a = fileexists("prod.tfstate") }', 'fileexists()'],
  ['the home folder', 'locals { a = fileexists("~/rules.json") }', 'fileexists()'],
  ['the lock file', 'locals { a = fileexists("./.terraform.lock.hcl") }', 'fileexists()'],
  ['the plan of the copy', 'locals { a = fileexists("plan.bin") }', 'fileexists()'],
  ['every file', `locals { a = fileset(path.module, "**") }`, 'fileset()'],
  ['JSON, which the override file is', `locals { a = fileset("${MODULE}", "*.json") }`, 'fileset()'],
  ['files with a prefix that a state may have', 'locals { a = fileset(".", "prod*") }', 'fileset()'],
  ['a computed pattern', `locals { a = fileset("${MODULE}/rules", var.pattern) }`, 'fileset()'],
  ['folders above', 'locals { a = fileset("../..", "*") }', 'fileset()'],
  ['links above', 'locals { a = fileset("../rules", "**/*.yaml") }', 'fileset()'],
  ['a file that may be missing', 'locals { a = try(jsondecode(file(var.file)), []) }', 'file()'],
  ['a template that may be missing', 'locals { a = try(1, templatefile("prod.tfstate", {})) }', 'templatefile()'],
  ['the time of the plan', 'locals { a = plantimestamp( ) }', 'plantimestamp()'],
  ['a template behind // in a string', `locals { a = "https://\${plantimestamp()}" }`, 'plantimestamp()'],
  ['a template behind # in a string', `locals { a = "#\${plantimestamp()}" }`, 'plantimestamp()'],
  ['a heredoc', `locals {\n  a = <<-EOT\n    # "\n    # \${plantimestamp()}\n  EOT\n}`, 'plantimestamp()'],
  ['what follows a heredoc', 'locals {\n  a = <<EOT\n"\nEOT\n  b = plantimestamp()\n}', 'plantimestamp()'],
  ['what follows a comment', 'locals {\n  # "\n  /* " */ a = plantimestamp() // "\n}', 'plantimestamp()'],
  ['a string in a template', `locals { a = "\${upper("}#")} \${plantimestamp()}" }`, 'plantimestamp()'],
  ['what follows an escaped template', `locals { a = "$\${" \n b = plantimestamp() }`, 'plantimestamp()'],
  ['the folder of the copy', 'locals { a = path.cwd }', 'path.cwd'],
  ['an absolute folder', `locals { a = "\${abspath(path.root)}" }`, 'abspath()'],
  ['the home of a machine', 'locals { a = pathexpand("~") }', 'pathexpand()'],
  ['JSON', JSON.stringify({ locals: { a: expression('plantimestamp()') } }), 'plantimestamp()'],
  ['JSON with an escape', '{"locals":{"a":"$\\u007bplantime\\u0073tamp()}"}}', 'plantimestamp()'],
  ['JSON with one member twice', `{"locals":{"a":"\${plantimestamp()}"},"locals":{"a":1}}`, 'plantimestamp()'],
  ['a template anywhere', 'locals { a = templatefile(var.file, {}) }', 'templatefile()'],
  ['a template in an absolute folder', `locals { a = templatefile("/srv/\${var.name}.tpl", {}) }`, 'templatefile()'],
  ['a template whose name may have steps', `locals { a = templatefile("./rules/\${each.key}", {}) }`, 'templatefile()'],
  [
    'a computed folder',
    `locals { a = templatefile("./\${basename(var.a)}/\${basename(var.b)}/x", {}) }`,
    'templatefile()',
  ],
  ['more than basename', `locals { a = templatefile("./\${basename(var.a) == 1 ? "b" : "c"}", {}) }`, 'templatefile()'],
  ['a template that is a value', 'locals { a = templatestring(local.t, {}) }', 'templatestring()'],
  ['a time in a condition', CONDITION, 'timestamp()'],
  ['a time in a condition, in JSON', JSON_CONDITION, 'timestamp()'],
  ['a directive', JSON.stringify({ locals: { a: '%{ if fileexists(var.x) }1%{ endif }' } }), 'fileexists()'],
])('is named: %s', (_, text, name) => {
  const found = findOtherInputs([text], []);
  expect(found).toEqual([expect.stringContaining(`${name}`)]);
  expect(found[0]).toMatch(/\. (Write|Use|Give) .*\.$/);
});

test.each<[string, string]>([
  ['a file of the module', `locals { a = fileexists("${MODULE}/rules.json") }`],
  ['files with an extension', 'locals { a = fileset(path.module, "*.yaml") }'],
  ['files with a prefix', 'locals { a = fileset("./", "rules-*.json") }'],
  ['a copied file that may be missing', `locals { a = try(jsondecode(file("${MODULE}/a.json")), []) }`],
  ['a file that must exist', 'locals { a = file(var.file) }'],
  ['a file in the folder', `locals { a = file("\${path.cwd}/a.json")\n b = filemd5(abspath("a.json")) }`],
  ['a template of the module', `locals { a = templatefile("${MODULE}/rules/\${basename(each.key)}.tpl", {}) }`],
  ['a template above', `locals { a = templatefile("../rules/\${ basename ("\${var.a}/\${lower(var.b)}") }", {}) }`],
  ['values that the plan shows', 'locals {\n  a = timestamp()\n  b = uuid()\n  c = bcrypt(var.password)\n}'],
  ['comments', '# plantimestamp()\nlocals {\n  a = 1 // plantimestamp()\n  /* path.cwd\n  bcrypt(1) */\n}'],
  ['a time in a traffic policy beside a condition', TRAFFIC_POLICY],
  ['names that end alike', 'locals {\n  a = my_plantimestamp()\n  b = var.timestamp\n  c = local.path.cwd\n}'],
  ['JSON without expressions', JSON.stringify({ '//': { path: 'plantimestamp()' }, locals: { a: 'plantimestamp()' } })],
])('is not named: %s', (_, text) => expect(findOtherInputs([text], [])).toEqual([]));

test('templates are read, too', () => {
  const found = findOtherInputs([], [`a \${plantimestamp()}`, 'no template: pathexpand()']);
  expect(found).toEqual([expect.stringContaining('plantimestamp()')]);
});
