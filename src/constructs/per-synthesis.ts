import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';

/**
 * Computes a result for a stack once in each synthesis, when the first of its constructs asks for it. Nothing says that
 * another synthesis has begun, before which everything may have changed. It is recognized by a construct that asks
 * again, or that did not exist when the result was computed. So a construct asks at most once in a synthesis, and only
 * when no more constructs are added: validations and output may ask, and aspects may not.
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
