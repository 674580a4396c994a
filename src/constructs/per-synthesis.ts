/** What is found in a tree of constructs, once for each stack and synthesis. */
import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';

/**
 * Computes a result for a stack when its first construct asks. Another synthesis computes it anew, because everything may have
 * changed before: the asking construct was added since then, or has asked already. A synthesis must not add constructs between
 * the first and the last question: validations and output may ask, and aspects may not.
 */
export class PerSynthesis<Result> {
  readonly #compute: (stack: TerraformStack) => Result;
  readonly #current = new WeakMap<TerraformStack, { readonly result: Result; readonly waiting: Set<IConstruct> }>();

  constructor(compute: (stack: TerraformStack) => Result) {
    this.#compute = compute;
  }

  get(asking: IConstruct): Result {
    const stack = TerraformStack.of(asking);
    const current = this.#current.get(stack);
    const { result, waiting } = current?.waiting.has(asking) ? current : this.#renew(stack);
    waiting.delete(asking);
    return result;
  }

  /** Computes the result anew; the constructs that ask next get it. */
  renew(stack: TerraformStack): Result {
    return this.#renew(stack).result;
  }

  #renew(stack: TerraformStack) {
    const current = { result: this.#compute(stack), waiting: new Set(stack.node.findAll()) };
    this.#current.set(stack, current);
    return current;
  }
}
