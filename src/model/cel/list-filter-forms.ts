/**
 * Two forms of list filters that the service documents beside the usual ones:
 *
 * - A reference means its id wherever it is an operand: `obj.ip_policy == "ipp_1"` means `obj.ip_policy.id == "ipp_1"`,
 *   also in `obj.ip_policy in [...]` and `obj.ip_policy.startsWith("ipp")`.
 * - `""` means the empty list beside one: `obj.acl == ""` means `obj.acl == []`, and so for `!=`.
 */

import type { ASTNode } from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };
import { findPath, mapArguments, readString } from './syntax';
import type { Vocabulary } from './vocabulary';

/** Replaces both in place. `parse` returns a new tree of the same environment. */
export function useOneForm(vocabulary: Vocabulary, node: ASTNode, parse: (source: string) => ASTNode): void {
  if (vocabulary.grammar !== 'list' || pathOf(vocabulary.root, node) !== undefined) return;
  replaceOperands(node, (operand) => {
    const path = pathOf(vocabulary.root, operand);
    if (path !== undefined && vocabulary.fields[path] === undefined && vocabulary.fields[`${path}.id`]) {
      // The arguments of a node `x.id` are [x, 'id']; `reference` is replaced.
      const id = parse('reference.id');
      (id.args as unknown[])[0] = operand;
      return Object.assign(id, { start: operand.start, end: operand.end });
    }
    useOneForm(vocabulary, operand, parse);
    return operand;
  });
  if (node.op !== '==' && node.op !== '!=') return;
  const isList = (operand: ASTNode) => vocabulary.fields[pathOf(vocabulary.root, operand) ?? ''] === 'list<string>';
  if (!node.args.some(isList)) return;
  replaceOperands(node, (operand) => (readString(operand) === '' ? parse('[]') : operand));
}

function replaceOperands(node: ASTNode, replace: (operand: ASTNode) => ASTNode): void {
  Object.assign(node, { args: mapArguments(node.args, replace) });
}

/** `ip_policy.id` of `obj.ip_policy.id`; undefined for another node. */
function pathOf(root: string, node: ASTNode): string | undefined {
  const [variable, ...steps] = findPath(node, [], () => false) ?? [];
  return variable === root && steps.length > 0 ? steps.join('.') : undefined;
}
