/** The typed client of the management API: requests, retries, rate limiting, paging and errors. */

// For integrators
export type {
  DeliveryStatus,
  ErrorCategory,
  EventSourceCalls,
  ServiceClient,
  ServiceError,
  ServiceObject,
  SideEffect,
} from './api';
export type { CallOptions, Collection, ListOptions, Page, ReadOnlyCollection } from './call-options';
export { type Client, createClient } from './client';
// For users
export { ApiError, isNotFound } from './errors/api-error';
export type { ClientEvent, OnEvent } from './events';
export type * from './generated/types';
export type { Fetch } from './http/fetch-transport';
export type { ClientOptions } from './options';
