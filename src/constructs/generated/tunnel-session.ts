// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getDataSource } from '../../model/data-sources';
import { defineAttributes, type OutputList, type RefOutputReference } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';
import { type FilterInput, type IdInput } from './shared-inputs';

/** What each class of a `TunnelSession` has. */
interface TunnelSessionAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Version of the agent, for example `3.9.0`. */
  get agentVersion(): string;
  /** Tunnel credential or SSH public key of the agent. */
  get credential(): RefOutputReference;
  /** Address from which the agent connected. */
  get ip(): string;
  /** Machine-readable data, set in the configuration of the agent. */
  get metadata(): string;
  /** Operating system of the agent. */
  get os(): string;
  /** Region to which the agent is connected. */
  get region(): string;
  /** Time of the connection, RFC 3339 in UTC. */
  get startedAt(): string;
  /** Protocol of the connection, for example `ngrok/v2` or `ssh`. */
  get transport(): string;
}

/** Properties of {@link DataNetingressTunnelSession}. */
export interface DataNetingressTunnelSessionProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;
}

/**
 * Reads one tunnel session by `id`. It is an error if no object or several objects match.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_tunnel_session`.
 */
export class DataNetingressTunnelSession extends NetingressDataSource<DataNetingressTunnelSessionProps> {
  static readonly tfResourceType = 'netingress_tunnel_session';

  constructor(scope: Construct, id: string, props: DataNetingressTunnelSessionProps = {}) {
    super(scope, id, getDataSource('tunnel_session'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressTunnelSession(value: unknown): value is DataNetingressTunnelSession {
    return isDataSourceOfType(value, DataNetingressTunnelSession.tfResourceType);
  }
}
export interface DataNetingressTunnelSession extends TunnelSessionAttributes, IdInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
}

defineAttributes(DataNetingressTunnelSession, getDataSource('tunnel_session').attributes);

/** Properties of {@link DataNetingressTunnelSessions}. */
export interface DataNetingressTunnelSessionsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.agent_version == "edge"`. Fields: `obj.id`, `obj.metadata`, `obj.agent_version`, `obj.ip`, `obj.os`, `obj.region`, `obj.started_at`, `obj.credential.id`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `tunnelSessions`. */
export class DataNetingressTunnelSessionsTunnelSessionOutputReference extends ComplexObject {}
export interface DataNetingressTunnelSessionsTunnelSessionOutputReference extends TunnelSessionAttributes {}

/**
 * Reads all objects of the type tunnel session, or those that match a filter. The list may be empty.
 *
 * Profile `ngrok` only.
 * Terraform type: `netingress_tunnel_sessions`.
 */
export class DataNetingressTunnelSessions extends NetingressDataSource<DataNetingressTunnelSessionsProps> {
  static readonly tfResourceType = 'netingress_tunnel_sessions';

  constructor(scope: Construct, id: string, props: DataNetingressTunnelSessionsProps = {}) {
    super(scope, id, getDataSource('tunnel_sessions'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressTunnelSessions(value: unknown): value is DataNetingressTunnelSessions {
    return isDataSourceOfType(value, DataNetingressTunnelSessions.tfResourceType);
  }
}
export interface DataNetingressTunnelSessions extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.agent_version == "edge"`. Fields: `obj.id`, `obj.metadata`, `obj.agent_version`, `obj.ip`, `obj.os`, `obj.region`, `obj.started_at`, `obj.credential.id`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get tunnelSessions(): OutputList<DataNetingressTunnelSessionsTunnelSessionOutputReference>;
}

defineAttributes(DataNetingressTunnelSessions, getDataSource('tunnel_sessions').attributes, {
  'tunnel_sessions': DataNetingressTunnelSessionsTunnelSessionOutputReference,
});
