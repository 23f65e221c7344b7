/** Concurrent endpoints per process. An endpoint that hangs takes a slot for seconds and is then paused. */
export const endpointsAtOnce = 200
/** Concurrent requests per endpoint. */
export const requestsAtOnce = 8
/** Deliveries, or messages of a click batch, taken per database query. */
export const mostTaken = 32
/** How long an endpoint is assumed to be unchanged. One statement per request would cost as much as the request. */
export const recheckMs = 250
/** After this long, an endpoint goes back to the end of the queue. */
export const turnMs = 20_000
/** Timeout of an attempt. */
export const attemptMs = 15_000
/** Minimum timeout for any time factor, since a machine that runs tests may be slow. */
export const leastAttemptMs = 1_000
/** A worker holds what it took for this many consecutive attempts. After that it is considered dead. */
export const leaseAttempts = mostTaken / requestsAtOnce + 1
/** An endpoint is disabled after this long and this many failures without a success: two failures can be days apart. */
export const failingMs = 5 * 86_400_000
/** A URL that has never accepted an event may not want any: then this many failures are enough. */
export const failuresInAll = 20
/** Maximum size of a response body. The log keeps its first `mostBodyBytes`. */
export const mostReplyBytes = 64 * 1_024
/** How long pending requests may take when the process stops. */
export const stopGraceMs = 4_000
