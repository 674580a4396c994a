import { Construct } from 'constructs';

/** An object that exists at the service and of which nothing but the identifier is needed: it renders nothing. */
export class ExistingObject extends Construct {
  constructor(
    scope: Construct,
    constructId: string,
    /** Identifier of the object at the service; may be a token. */
    readonly id: string,
  ) {
    super(scope, constructId);
  }
}
