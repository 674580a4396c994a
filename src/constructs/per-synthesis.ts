/** What is found in a tree of constructs, once for each stack and synthesis. */
import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';

/**
 * Computes a result for a stack when its first construct asks. A construct that asks again is in another synthesis, before
 * which everything may have changed, so the result is computed anew. A synthesis must not add constructs between the first
 * and the last question: validations and output may ask, and aspects may not.
 */
export class PerSynthesis<Result> {
  readonly #compute: (stack: TerraformStack) => Result;
  readonly #current = new WeakMap<TerraformStack, { readonly result: Result; readonly asked: Set<IConstruct> }>();

  constructor(compute: (stack: TerraformStack) => Result) {
    this.#compute = compute;
  }

  get(asking: IConstruct): Result {
    const stack = TerraformStack.of(asking);
    const { result, asked } = this.#find(stack, asking);
    asked.add(asking);
    return result;
  }

  /** Computes the result anew; the constructs that ask next get it. */
  renew(stack: TerraformStack): Result {
    return this.#renew(stack).result;
  }

  #find(stack: TerraformStack, asking: IConstruct) {
    const current = this.#current.get(stack);
    return current && !current.asked.has(asking) ? current : this.#renew(stack);
  }

  #renew(stack: TerraformStack) {
    const current = { result: this.#compute(stack), asked: new Set<IConstruct>() };
    this.#current.set(stack, current);
    return current;
  }
}
