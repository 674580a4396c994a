// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import type { IResolvable } from 'cdktf';
import { createAction, type PolicyAction } from '../patterns/traffic-policy/action';
import type { Cel, CelText } from '../patterns/traffic-policy/cel';
import type { IIpPolicy } from '../patterns/shared/references';
import type { ICertificateAuthority, IInternalEndpoint } from '../patterns/traffic-policy/references';

/** Properties of `act.basicAuth`. */
export interface BasicAuthActionProps {
  /** Accepted credentials as `user:password`. At most 10; a password has 8 to 128 characters. */
  readonly credentials: readonly (string | Cel | CelText)[];
  /**
   * Realm that the browser shows.
   *
   * @default "ngrok"
   */
  readonly realm?: string;
  /**
   * Whether a refusal ends the request. With `false` the action only sets its variables.
   *
   * @default true
   */
  readonly enforce?: boolean | IResolvable;
}

/** Properties of `act.circuitBreaker`. */
export interface CircuitBreakerActionProps {
  /**
   * Share of failed requests that opens the circuit.
   *
   * @default 0.5
   */
  readonly errorThreshold?: number;
  /**
   * Requests in the window before the share counts.
   *
   * @default 10
   */
  readonly volumeThreshold?: number;
  /**
   * Length of the window that is observed.
   *
   * @default "10s"
   */
  readonly windowDuration?: string;
  /**
   * How long the circuit stays open.
   *
   * @default "10s"
   */
  readonly trippedDuration?: string;
  /**
   * Parts of the window. Fixed by the service.
   *
   * @default 10
   */
  readonly numBuckets?: number;
  /**
   * Whether a refusal ends the request. With `false` the action only sets its variables.
   *
   * @default true
   */
  readonly enforce?: boolean | IResolvable;
}

/** Properties of `act.compressResponse`. */
export interface CompressResponseActionProps {
  /**
   * Algorithms, the preferred first.
   *
   * @default ["gzip","deflate","br","compress"]
   */
  readonly algorithms?: readonly ('gzip' | 'deflate' | 'br' | 'compress')[];
}

/** Properties of `act.customResponse`. */
export interface CustomResponseActionProps {
  /**
   * HTTP status.
   *
   * @default 200
   */
  readonly statusCode?: number;
  /** Body of the response. */
  readonly body?: string | Cel | CelText;
  /** Headers by name. At most 10. */
  readonly headers?: { readonly [name: string]: string | Cel | CelText };
}

/** Properties of `act.deny`. */
export interface DenyActionProps {
  /**
   * HTTP status; only in `on_http_request`.
   *
   * @default 403
   */
  readonly statusCode?: number;
}

/** Properties of `act.forwardInternal`. */
export interface ForwardInternalActionProps {
  /**
   * What happens after an error.
   *
   * @default "halt"
   */
  readonly onError?: 'halt' | 'continue';
  /** Binding of the endpoint. Examples of the service use it, its reference does not describe it. */
  readonly binding?: 'public' | 'internal' | 'kubernetes';
}

/** One element of `queryParams`. */
export interface HttpRequestActionQueryParams {
  /** Name. At most 128 characters. */
  readonly key: string;
  /** Value. At most 8192 characters. */
  readonly value: string | Cel | CelText;
}

/** Properties of `act.httpRequest`. */
export interface HttpRequestActionProps {
  /** URL of an internal endpoint. */
  readonly url: string | Cel | CelText | IInternalEndpoint;
  /**
   * HTTP method.
   *
   * @default "GET"
   */
  readonly method?: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Query parameters. At most 32. */
  readonly queryParams?: readonly HttpRequestActionQueryParams[];
  /** Headers by name. At most 10. */
  readonly headers?: { readonly [name: string]: string | Cel | CelText };
  /** Body of the request. */
  readonly body?: string | Cel | CelText;
  /** Redirects that are followed. */
  readonly maxRedirects?: number;
  /**
   * Limit of all attempts together.
   *
   * @default "3s"
   */
  readonly timeout?: string;
  /**
   * CEL expression over `attempts` and `last_attempt`; up to 3 retries while it is true.
   *
   * @default "false"
   */
  readonly retryCondition?: string | Cel;
  /**
   * What happens after an error.
   *
   * @default "continue"
   */
  readonly onError?: 'halt' | 'continue';
}

/** One element of `allowList`. */
export interface JwtValidationActionIssuerAllowList {
  /** Equal to the claim `iss`. */
  readonly value: string | Cel | CelText;
}

/** Accepted issuers. */
export interface JwtValidationActionIssuer {
  /** Accepted issuers. */
  readonly allowList: readonly JwtValidationActionIssuerAllowList[];
}

/** One element of `allowList`. */
export interface JwtValidationActionAudienceAllowList {
  /** Equal to the claim `aud`. */
  readonly value: string | Cel | CelText;
}

/** Accepted audiences; if not set, all. */
export interface JwtValidationActionAudience {
  /** Accepted audiences. */
  readonly allowList: readonly JwtValidationActionAudienceAllowList[];
}

/** One element of `tokens`. */
export interface JwtValidationActionHttpTokens {
  /** Type of the token. */
  readonly type: 'id_token' | 'access_token' | 'at+jwt' | 'it+jwt' | 'plain' | 'jwt';
  /** Part of the request with the token. */
  readonly method: 'header' | 'body';
  /** Name of the header or of the body member. */
  readonly name: string | Cel | CelText;
  /** Text before the token, such as `Bearer ` with its space. */
  readonly prefix?: string | Cel | CelText;
}

/** Where requests contain the tokens. */
export interface JwtValidationActionHttp {
  /** Tokens; a request must have all of them. */
  readonly tokens: readonly JwtValidationActionHttpTokens[];
}

/** Sources of keys. */
export interface JwtValidationActionJwsKeysSources {
  /** URLs of JSON web key sets. */
  readonly additionalJkus: readonly (string | Cel | CelText)[];
}

/** How a key is found. */
export interface JwtValidationActionJwsKeysIdentification {
  /** Claims that identify the key; default `kid`. */
  readonly tokenClaims?: readonly string[];
}

/** Where the keys are. */
export interface JwtValidationActionJwsKeys {
  /** Sources of keys. */
  readonly sources: JwtValidationActionJwsKeysSources;
  /** How a key is found. */
  readonly identification?: JwtValidationActionJwsKeysIdentification;
}

/** How signatures are verified. */
export interface JwtValidationActionJws {
  /** Accepted signature algorithms, such as `RS256`; not `none`. */
  readonly allowedAlgorithms: readonly string[];
  /** Where the keys are. */
  readonly keys: JwtValidationActionJwsKeys;
}

/** Properties of `act.jwtValidation`. */
export interface JwtValidationActionProps {
  /** Accepted issuers. */
  readonly issuer: JwtValidationActionIssuer;
  /** Accepted audiences; if not set, all. */
  readonly audience?: JwtValidationActionAudience;
  /** Where requests contain the tokens. */
  readonly http: JwtValidationActionHttp;
  /** How signatures are verified. */
  readonly jws: JwtValidationActionJws;
}

/** Properties of `act.oauth`. */
export interface OauthActionProps {
  /** The OAuth provider. `amazon` and `facebook` need your own application. */
  readonly provider: 'amazon' | 'facebook' | 'github' | 'gitlab' | 'google' | 'linkedin' | 'microsoft' | 'twitch';
  /** Client id of your own application. */
  readonly clientId?: string | Cel | CelText;
  /** Client secret of your own application. */
  readonly clientSecret?: string | Cel | CelText;
  /** Scopes to request; only with your own application. */
  readonly scopes?: readonly string[];
  /** Additional parameters of the authorization URL. */
  readonly authzUrlParams?: { readonly [name: string]: string };
  /** Name that separates the cookies and login paths of several actions. */
  readonly authId?: string;
  /** Maximum duration of a session. */
  readonly maxSessionDuration?: string;
  /** How often the user information is requested again. */
  readonly userinfoRefreshInterval?: string;
  /**
   * Whether CORS preflight requests pass without authentication.
   *
   * @default false
   */
  readonly allowCorsPreflight?: boolean | IResolvable;
  /** Domain of the session cookie; it must contain the endpoint. */
  readonly authCookieDomain?: string;
  /** How long a session may be idle. */
  readonly idleSessionTimeout?: string;
}

/** Properties of `act.openidConnect`. */
export interface OpenidConnectActionProps {
  /** Issuer. The service reads its discovery document when the policy is saved. */
  readonly issuerUrl: string;
  /** Client id of your own application. */
  readonly clientId?: string | Cel | CelText;
  /** Client secret of your own application. */
  readonly clientSecret?: string | Cel | CelText;
  /** Scopes to request; only with your own application. */
  readonly scopes?: readonly string[];
  /** Additional parameters of the authorization URL. */
  readonly authzUrlParams?: { readonly [name: string]: string };
  /** Name that separates the cookies and login paths of several actions. */
  readonly authId?: string;
  /** Maximum duration of a session. */
  readonly maxSessionDuration?: string;
  /** How often the user information is requested again. */
  readonly userinfoRefreshInterval?: string;
  /**
   * Whether CORS preflight requests pass without authentication.
   *
   * @default false
   */
  readonly allowCorsPreflight?: boolean | IResolvable;
  /** Domain of the session cookie; it must contain the endpoint. */
  readonly authCookieDomain?: string;
  /** How long a session may be idle. */
  readonly idleSessionDuration?: string;
}

/** Properties of `act.owaspCrsRequest`. */
export interface OwaspCrsRequestActionProps {
  /**
   * What happens after an error.
   *
   * @default "halt"
   */
  readonly onError?: 'halt' | 'continue';
  /**
   * Whether the first 4 KB of the body are inspected.
   *
   * @default false
   */
  readonly processBody?: boolean | IResolvable;
  /** Rules of the core rule set that are not applied. */
  readonly excludeRuleIds?: readonly number[];
}

/** Properties of `act.owaspCrsResponse`. */
export interface OwaspCrsResponseActionProps {
  /**
   * What happens after an error.
   *
   * @default "halt"
   */
  readonly onError?: 'halt' | 'continue';
  /**
   * Whether the first 4 KB of the body are inspected.
   *
   * @default false
   */
  readonly processBody?: boolean | IResolvable;
  /** Rules of the core rule set that are not applied. */
  readonly excludeRuleIds?: readonly number[];
}

/** Properties of `act.rateLimit`. */
export interface RateLimitActionProps {
  /** Name of the limit, for people. */
  readonly name: string;
  /** Algorithm of the limit. */
  readonly algorithm: 'sliding_window';
  /** Requests per `rate`, for each server of the service. */
  readonly capacity: number;
  /** Length of the window: 60s to 24h, a multiple of 10 seconds. */
  readonly rate: string;
  /** CEL expressions; requests with equal values share the limit. 1 to 10. */
  readonly bucketKey: readonly (string | Cel)[];
  /**
   * Whether a refusal ends the request. With `false` the action only sets its variables.
   *
   * @default true
   */
  readonly enforce?: boolean | IResolvable;
}

/** Properties of `act.redirect`. */
export interface RedirectActionProps {
  /** RE2 over the whole URL, not anchored; if not set, every URL. */
  readonly from?: string | Cel | CelText;
  /** Target; `$1` is the first group. */
  readonly to: string | Cel | CelText;
  /**
   * HTTP status 3xx.
   *
   * @default 302
   */
  readonly statusCode?: number;
  /** Headers by name. At most 10. */
  readonly headers?: { readonly [name: string]: string | Cel | CelText };
}

/** One element of `replacements`. */
export interface RequestBodyFindReplaceActionReplacements {
  /** Regular expression in RE2 syntax. */
  readonly from: string | Cel | CelText;
  /** Replacement; if not set, matches are deleted. */
  readonly to?: string | Cel | CelText;
}

/** Properties of `act.requestBodyFindReplace`. */
export interface RequestBodyFindReplaceActionProps {
  /** Replacements, in order. */
  readonly replacements: readonly RequestBodyFindReplaceActionReplacements[];
}

/** One element of `replacements`. */
export interface ResponseBodyFindReplaceActionReplacements {
  /** Regular expression in RE2 syntax. */
  readonly from: string | Cel | CelText;
  /** Replacement; if not set, matches are deleted. */
  readonly to?: string | Cel | CelText;
}

/** Properties of `act.responseBodyFindReplace`. */
export interface ResponseBodyFindReplaceActionProps {
  /** Replacements, in order. */
  readonly replacements: readonly ResponseBodyFindReplaceActionReplacements[];
}

/** Properties of `act.restrictIps`. */
export interface RestrictIpsActionProps {
  /**
   * Whether a refusal ends the request. With `false` the action only sets its variables.
   *
   * @default true
   */
  readonly enforce?: boolean | IResolvable;
  /** Admitted networks in CIDR notation. */
  readonly allow?: readonly (string | Cel | CelText)[];
  /** Denied networks in CIDR notation. */
  readonly deny?: readonly (string | Cel | CelText)[];
  /** IP policies that admit and deny. */
  readonly ipPolicies?: readonly (string | IIpPolicy)[];
}

/** One element of `replacements`. */
export interface SseFindReplaceActionReplacements {
  /**
   * Field of the message.
   *
   * @default "data"
   */
  readonly field?: 'data' | 'retry';
  /** Regular expression in RE2 syntax. */
  readonly from: string | Cel | CelText;
  /** Replacement; if not set, matches are deleted. */
  readonly to?: string | Cel | CelText;
}

/** Properties of `act.sseFindReplace`. */
export interface SseFindReplaceActionProps {
  /** Replacements, in order. */
  readonly replacements: readonly SseFindReplaceActionReplacements[];
}

/** Properties of `act.terminateTls`. */
export interface TerminateTlsActionProps {
  /**
   * Lowest TLS version.
   *
   * @default "1.2"
   */
  readonly minVersion?: '1.2' | '1.3';
  /**
   * Highest TLS version.
   *
   * @default "1.3"
   */
  readonly maxVersion?: '1.2' | '1.3';
  /** Certificate chain as PEM. */
  readonly serverCertificate?: string | Cel | CelText;
  /** Private key as PEM. */
  readonly serverPrivateKey?: string | Cel | CelText;
  /** Authorities of client certificates: ids, or PEM. */
  readonly mutualTlsCertificateAuthorities?: readonly (string | Cel | CelText | ICertificateAuthority)[];
  /**
   * How client certificates are verified.
   *
   * @default "require-and-verify"
   */
  readonly mutualTlsVerificationStrategy?: 'require-and-verify' | 'require-any' | 'request';
}

/** Properties of `act.urlRewrite`. */
export interface UrlRewriteActionProps {
  /** RE2; every match in the whole URL is replaced. */
  readonly from?: string | Cel | CelText;
  /** Replacement; `$1` is the first group. */
  readonly to: string | Cel | CelText;
}

/** Properties of `act.verifyWebhook`. */
export interface VerifyWebhookActionProps {
  /** Sender of the webhook. */
  readonly provider: 'aftership' | 'airship' | 'alchemy' | 'autodesk' | 'bitbucket' | 'bolt' | 'box' | 'brex' | 'buildkite' | 'calendly' | 'castle' | 'chargify' | 'circleci' | 'clearbit' | 'clerk' | 'coinbase' | 'contentful' | 'docusign' | 'dropbox' | 'facebook_graph_api' | 'facebook_messenger' | 'frameio' | 'github' | 'gitlab' | 'go1' | 'graphcms' | 'heroku' | 'hostedhooks' | 'hubspot' | 'instagram' | 'intercom' | 'jira' | 'launch_darkly' | 'linear' | 'mailchimp' | 'mailgun' | 'microsoft_teams' | 'modern_treasury' | 'mongodb' | 'mux' | 'orb' | 'orbit' | 'pagerduty' | 'pinwheel' | 'plivo' | 'pusher' | 'sendgrid' | 'sentry' | 'shopify' | 'signal_sciences' | 'slack' | 'sns' | 'sonatype' | 'square' | 'stripe' | 'svix' | 'terraform' | 'tiktok' | 'trendmicro_conformity' | 'twilio' | 'twitter' | 'typeform' | 'vmware' | 'webex' | 'whatsapp' | 'worldline' | 'xero' | 'zendesk' | 'zoom';
  /** Secret that the sender signs with. `sns` has none. */
  readonly secret?: string | Cel | CelText;
  /**
   * Whether a refusal ends the request. With `false` the action only sets its variables.
   *
   * @default true
   */
  readonly enforce?: boolean | IResolvable;
}

/** The actions of traffic policies. An action is accepted only in the phases that have it. */
export const act = {
  /**
   * Adds headers. Names become lower case; `host` is replaced.
   *
   * Phases: `on_http_request`, `on_http_response`.
   */
  addHeaders(headers: { readonly [name: string]: string | Cel | CelText }): PolicyAction<'on_http_request' | 'on_http_response'> {
    return createAction('add-headers', { headers });
  },
  /**
   * Requires a user name and a password (HTTP basic authentication).
   *
   * Phases: `on_http_request`.
   */
  basicAuth(props: BasicAuthActionProps): PolicyAction<'on_http_request'> {
    return createAction('basic-auth', { ...props });
  },
  /**
   * Rejects requests with status 503 while the upstream fails too often.
   *
   * Phases: `on_http_request`.
   */
  circuitBreaker(props: CircuitBreakerActionProps = {}): PolicyAction<'on_http_request'> {
    return createAction('circuit-breaker', { ...props });
  },
  /**
   * Closes the connection without a response.
   *
   * Phases: `on_tcp_connect`, `on_http_request`.
   */
  closeConnection(): PolicyAction<'on_tcp_connect' | 'on_http_request'> {
    return createAction('close-connection', {});
  },
  /**
   * Compresses responses.
   *
   * Phases: `on_http_response`, `on_http_request`.
   */
  compressResponse(props: CompressResponseActionProps = {}): PolicyAction<'on_http_response' | 'on_http_request'> {
    return createAction('compress-response', { ...props });
  },
  /**
   * Responds without an upstream.
   *
   * Phases: `on_http_request`, `on_http_response`.
   */
  customResponse(props: CustomResponseActionProps = {}): PolicyAction<'on_http_request' | 'on_http_response'> {
    return createAction('custom-response', { ...props });
  },
  /**
   * Rejects the request.
   *
   * Phases: `on_tcp_connect`, `on_http_request`.
   */
  deny(props: DenyActionProps = {}): PolicyAction<'on_tcp_connect' | 'on_http_request'> {
    return createAction('deny', { ...props });
  },
  /**
   * Forwards to an internal endpoint of the account.
   *
   * Phases: `on_tcp_connect`, `on_http_request`.
   */
  forwardInternal(url: string | Cel | CelText | IInternalEndpoint, props: ForwardInternalActionProps = {}): PolicyAction<'on_tcp_connect' | 'on_http_request'> {
    return createAction('forward-internal', { url, ...props });
  },
  /**
   * Sends a request of its own, whose response later expressions can use.
   *
   * Phases: `on_http_request`, `on_http_response`.
   */
  httpRequest(props: HttpRequestActionProps): PolicyAction<'on_http_request' | 'on_http_response'> {
    return createAction('http-request', { ...props });
  },
  /**
   * Requires JSON web tokens of given issuers and audiences.
   *
   * Phases: `on_http_request`.
   */
  jwtValidation(props: JwtValidationActionProps): PolicyAction<'on_http_request'> {
    return createAction('jwt-validation', { ...props });
  },
  /**
   * Adds metadata to the traffic event.
   *
   * Phases: `on_tcp_connect`, `on_http_request`, `on_http_response`.
   */
  log(metadata: { readonly [name: string]: unknown }): PolicyAction<'on_tcp_connect' | 'on_http_request' | 'on_http_response'> {
    return createAction('log', { metadata });
  },
  /**
   * Requires a login with an OAuth provider.
   *
   * Phases: `on_http_request`.
   */
  oauth(props: OauthActionProps): PolicyAction<'on_http_request'> {
    return createAction('oauth', { ...props });
  },
  /**
   * Requires a login with an OpenID Connect provider.
   *
   * Phases: `on_http_request`.
   */
  openidConnect(props: OpenidConnectActionProps): PolicyAction<'on_http_request'> {
    return createAction('openid-connect', { ...props });
  },
  /**
   * Applies the OWASP core rule set to the request.
   *
   * Phases: `on_http_request`.
   */
  owaspCrsRequest(props: OwaspCrsRequestActionProps = {}): PolicyAction<'on_http_request'> {
    return createAction('owasp-crs-request', { ...props });
  },
  /**
   * Applies the OWASP core rule set to the response.
   *
   * Phases: `on_http_response`.
   */
  owaspCrsResponse(props: OwaspCrsResponseActionProps = {}): PolicyAction<'on_http_response'> {
    return createAction('owasp-crs-response', { ...props });
  },
  /**
   * Limits the rate of requests.
   *
   * Phases: `on_http_request`.
   */
  rateLimit(props: RateLimitActionProps): PolicyAction<'on_http_request'> {
    return createAction('rate-limit', { ...props });
  },
  /**
   * Redirects the client if `from` matches the URL.
   *
   * Phases: `on_http_request`.
   */
  redirect(props: RedirectActionProps): PolicyAction<'on_http_request'> {
    return createAction('redirect', { ...props });
  },
  /**
   * Removes headers.
   *
   * Phases: `on_http_request`, `on_http_response`.
   */
  removeHeaders(headers: readonly string[]): PolicyAction<'on_http_request' | 'on_http_response'> {
    return createAction('remove-headers', { headers });
  },
  /**
   * Replaces parts of the request body.
   *
   * Phases: `on_http_request`.
   */
  requestBodyFindReplace(props: RequestBodyFindReplaceActionProps): PolicyAction<'on_http_request'> {
    return createAction('request-body-find-replace', { ...props });
  },
  /**
   * Replaces parts of the response body.
   *
   * Phases: `on_http_response`.
   */
  responseBodyFindReplace(props: ResponseBodyFindReplaceActionProps): PolicyAction<'on_http_response'> {
    return createAction('response-body-find-replace', { ...props });
  },
  /**
   * Admits clients by their IP address. A matching deny wins over a matching allow.
   *
   * Phases: `on_tcp_connect`, `on_http_request`, `on_http_response`.
   */
  restrictIps(props: RestrictIpsActionProps = {}): PolicyAction<'on_tcp_connect' | 'on_http_request' | 'on_http_response'> {
    return createAction('restrict-ips', { ...props });
  },
  /**
   * Sets variables for later rules of the phase, as `vars.<name>`.
   *
   * Phases: `on_tcp_connect`, `on_http_request`, `on_http_response`.
   */
  setVars(vars: readonly { readonly [name: string]: unknown }[]): PolicyAction<'on_tcp_connect' | 'on_http_request' | 'on_http_response'> {
    return createAction('set-vars', { vars });
  },
  /**
   * Replaces parts of the messages of an event stream.
   *
   * Phases: `on_event_stream_message`.
   */
  sseFindReplace(props: SseFindReplaceActionProps): PolicyAction<'on_event_stream_message'> {
    return createAction('sse-find-replace', { ...props });
  },
  /**
   * Terminates TLS with given versions, certificate and client certificates.
   *
   * Phases: `on_tcp_connect`.
   */
  terminateTls(props: TerminateTlsActionProps = {}): PolicyAction<'on_tcp_connect'> {
    return createAction('terminate-tls', { ...props });
  },
  /**
   * Rewrites the URL that the upstream receives.
   *
   * Phases: `on_http_request`.
   */
  urlRewrite(props: UrlRewriteActionProps): PolicyAction<'on_http_request'> {
    return createAction('url-rewrite', { ...props });
  },
  /**
   * Verifies the signature of a webhook.
   *
   * Phases: `on_http_request`.
   */
  verifyWebhook(props: VerifyWebhookActionProps): PolicyAction<'on_http_request'> {
    return createAction('verify-webhook', { ...props });
  },
};
