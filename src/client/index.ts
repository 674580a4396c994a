/** The typed client of the management API: requests, retries, rate limiting, paging and errors. */

export type { EventSourceCalls, ServiceClient, ServiceObject } from './api';
export type { CallOptions, Collection, ListOptions, Page, ReadOnlyCollection } from './call-options';
export { type Client, createClient } from './client';
export { ApiError, type DeliveryStatus, type ErrorCategory, isNotFound, type SideEffect } from './errors/api-error';
// The events of the client itself: requests, retries and waits. The delivered events are in src/events.
export type { ClientEvent, OnEvent } from './events';
export type * from './generated/types';
export type { Fetch } from './http/fetch-transport';
export type { ClientOptions } from './options';
