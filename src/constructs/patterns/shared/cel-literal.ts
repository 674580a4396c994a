import { Fn, Token } from 'cdktf';
import { renderCelString } from '../../../model/cel/render';
import { toExpression } from '../on-change/terraform-expression';

/**
 * Terraform makes the literal of a string with a token. A Terraform template that is not a token of CDKTF is treated as
 * an ordinary string.
 */
export function renderCelLiteral(value: string): string {
  return Token.isUnresolved(value) ? Fn.jsonencode(toExpression(value)) : renderCelString(value);
}
