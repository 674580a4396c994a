import { renderCel } from '../../../model/cel/render';
import { renderCelLiteral } from '../shared/cel-literal';
import type { Condition, ConditionRoot } from './conditions';

/** Renders a condition as CEL, in which its root is the variable: `ev.conn.server_port == 443`. */
export function renderCondition({ root, cel }: Condition<ConditionRoot>): string {
  return renderCel(root, cel, renderCelLiteral);
}
