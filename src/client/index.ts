/**
 * The service's management API, typed. Here belongs how to talk to the service: requests, retries, the budget, paging
 * and errors; what the objects are belongs to the model.
 */

// For integrators
export type {
  DeliveryStatus,
  ErrorKind,
  EventSourceCalls,
  ServiceClient,
  ServiceError,
  ServiceObject,
  SideEffect,
} from './api';
export type { CallOptions, Collection, ListOptions, Page } from './call-options';
export { type Client, createClient } from './client';
// For users
export { ApiError, isGone } from './errors/api-error';
export type { ClientEvent, OnEvent } from './events';
export type * from './generated/types';
export type { Fetch } from './http/fetch-transport';
export type { ClientOptions } from './options';
