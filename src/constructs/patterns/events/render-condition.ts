import { Fn, Token } from 'cdktf';
import { renderCel, renderCelString } from '../../../model/cel/render';
import { toExpression } from '../on-change/terraform-expression';
import type { Condition, ConditionRoot } from './conditions';

/**
 * Renders a condition as CEL. Terraform converts strings with tokens to literals. A Terraform template that is not a token
 * of CDKTF is treated as an ordinary string.
 */
export function renderCondition({ root, cel }: Condition<ConditionRoot>): string {
  return renderCel(root, cel, (text) =>
    Token.isUnresolved(text) ? Fn.jsonencode(toExpression(text)) : renderCelString(text),
  );
}
