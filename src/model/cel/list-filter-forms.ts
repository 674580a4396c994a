/**
 * Two forms of list filters that the service documents beside the usual ones, replaced in the syntax tree before its
 * types are checked and before it is evaluated:
 *
 * - `obj.ip_policy == "ipp_1"` means `obj.ip_policy.id == "ipp_1"`
 * - `obj.acl == ""` means `obj.acl == []`
 */

import type { ASTNode } from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };
import type { Vocabulary } from './vocabulary';

/** Replaces both forms below the node, in place. `parse` returns a new tree of the same environment. */
export function useOneForm(vocabulary: Vocabulary, node: ASTNode, parse: (source: string) => ASTNode): void {
  if (vocabulary.grammar !== 'list' || pathOf(vocabulary.root, node) !== undefined) return;
  replaceElements(node.args, (element) => {
    const path = pathOf(vocabulary.root, element);
    if (path !== undefined && vocabulary.fields[path] === undefined && vocabulary.fields[`${path}.id`]) {
      const id = parse('reference.id');
      (id.args as unknown[])[0] = element;
      return Object.assign(id, { start: element.start, end: element.end });
    }
    useOneForm(vocabulary, element, parse);
    return element;
  });
  if (node.op !== '==' && node.op !== '!=') return;
  const isList = (operand: ASTNode) => vocabulary.fields[pathOf(vocabulary.root, operand) ?? ''] === 'list<string>';
  if (!node.args.some(isList)) return;
  replaceElements(node.args, (operand) => (operand.op === 'value' && operand.args === '' ? parse('[]') : operand));
}

/** The arguments of a node are a node, or an array of nodes, names and further arrays, or a value. */
function replaceElements(args: unknown, replace: (element: ASTNode) => ASTNode): void {
  if (isNode(args)) replace(args);
  if (!Array.isArray(args)) return;
  for (const [index, element] of args.entries()) {
    if (isNode(element)) args[index] = replace(element);
    else replaceElements(element, replace);
  }
}

/** Returns the path below the root of a member chain such as `obj.ip_policy.id`; undefined for another node. */
function pathOf(root: string, node: ASTNode): string | undefined {
  if (node.op !== '.') return undefined;
  const [parent, name] = node.args;
  if (parent.op === 'id') return parent.args === root ? name : undefined;
  const path = pathOf(root, parent);
  return path === undefined ? undefined : `${path}.${name}`;
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
}
