/**
 * Rotates a credential that is not a resource of Terraform: creates a new one, hands its token over, and deletes the ones
 * before the previous. Command line and provider share it.
 *
 * The metadata of each credential contains the name of the rotation and a number, and whether its token was handed over:
 *
 *     {"netingress_rotation":{"version":1,"name":"ci","number":7,"handed_over":true}}
 *
 * If a rotation is killed, the token may have been handed over although the metadata does not say so. So a rotation keeps
 * all credentials since the last one that certainly was: a consumer that reads the hand-over is never refused.
 */
import type { RotatedKind } from '../actions';
import { isJsonObject, type Json, type JsonObject, tryParseJson } from '../json';

export const ROTATION_MEMBER = 'netingress_rotation';

const ROTATION_VERSION = 1;

export interface RotationOptions {
  readonly kind: RotatedKind;
  /** Identifies the credentials of this rotation. */
  readonly name: string;
  /** Default: the name. */
  readonly description?: string | undefined;
  readonly acl?: readonly string[] | undefined;
}

/** The calls of the service that a rotation needs. */
export interface RotationClient {
  list(kind: RotatedKind): AsyncIterable<JsonObject>;
  create(kind: RotatedKind, body: JsonObject): Promise<JsonObject>;
  update(kind: RotatedKind, id: string, body: JsonObject): Promise<unknown>;
  /** Rejects with an error whose `notFound` is true if the object does not exist. */
  delete(kind: RotatedKind, id: string): Promise<void>;
}

interface RotationMember {
  readonly name: string;
  /** Counts the rotations from 1. */
  readonly number: number;
  readonly handedOver: boolean;
}

export interface RotationResult {
  /** Id of the new credential. */
  readonly id: string;
  readonly number: number;
  /** Ids of earlier credentials that remain valid until the next rotation. */
  readonly kept: readonly string[];
  readonly deleted: readonly string[];
  readonly failed: readonly { readonly id: string; readonly caught: unknown }[];
}

interface RotationSteps {
  /** Rejects only if no consumer can have the token. */
  readonly handOver: (token: string) => Promise<void>;
  /** Shows one line of progress; no line contains the token. */
  readonly report: (message: string) => void;
}

/** Rejects with what a call rejects with. Then the credential that was handed over before is still valid. */
export async function rotateCredential(
  client: RotationClient,
  { kind, name, description = name, acl }: RotationOptions,
  { handOver, report }: RotationSteps,
): Promise<RotationResult> {
  const earlier = await listRotation(client, kind, name);
  const number = Math.max(0, ...earlier.map((credential) => credential.number)) + 1;
  const previous = Math.max(0, ...earlier.filter(({ handedOver }) => handedOver).map((each) => each.number));
  const metadata = formatRotation({ name, number, handedOver: false });
  const created = await client.create(kind, { description, metadata, ...(acl && { acl: [...acl] }) });
  const id = String(created['id']);
  report(`Created the credential ${id}, rotation ${number}.`);
  try {
    await handOver(String(created['token']));
  } catch (caught) {
    // No consumer has the token.
    await client.delete(kind, id).then(
      () => report(`Deleted the credential ${id} again.`),
      () => report(`The credential ${id} could not be deleted; a later rotation deletes it.`),
    );
    throw caught;
  }
  report('Wrote the token.');
  await client.update(kind, id, { metadata: formatRotation({ name, number, handedOver: true }) });
  const deleted: string[] = [];
  const failed: { id: string; caught: unknown }[] = [];
  for (const old of earlier.filter((credential) => credential.number < previous)) {
    try {
      await client.delete(kind, old.id);
    } catch (caught) {
      if (!isNotFound(caught)) {
        failed.push({ id: old.id, caught });
        continue;
      }
    }
    deleted.push(old.id);
    report(`Deleted the credential ${old.id}, rotation ${old.number}.`);
  }
  const kept = earlier.filter((credential) => credential.number >= previous).map((credential) => credential.id);
  return { id, number, kept, deleted, failed };
}

async function listRotation(
  client: RotationClient,
  kind: RotatedKind,
  name: string,
): Promise<(RotationMember & { readonly id: string })[]> {
  const found: (RotationMember & { readonly id: string })[] = [];
  for await (const { id, metadata } of client.list(kind)) {
    const member = parseRotation(metadata);
    if (member?.name === name) found.push({ id: String(id), ...member });
  }
  return found;
}

function isNotFound(caught: unknown): boolean {
  return caught instanceof Error && 'notFound' in caught && caught.notFound === true;
}

/** Returns undefined for metadata that is not of a rotation. Later versions only add members. */
function parseRotation(metadata: Json | undefined): RotationMember | undefined {
  const parsed = typeof metadata === 'string' ? tryParseJson(metadata) : undefined;
  const member = isJsonObject(parsed) ? parsed[ROTATION_MEMBER] : undefined;
  if (!isJsonObject(member)) return undefined;
  const { version, name, number, handed_over: handedOver } = member;
  if (typeof version !== 'number' || version < ROTATION_VERSION || typeof name !== 'string') return undefined;
  if (!Number.isSafeInteger(number) || (number as number) < 1) return undefined;
  return { name, number: number as number, handedOver: handedOver === true };
}

function formatRotation({ name, number, handedOver }: RotationMember): string {
  const member = { version: ROTATION_VERSION, name, number, handed_over: handedOver };
  return JSON.stringify({ [ROTATION_MEMBER]: member });
}
