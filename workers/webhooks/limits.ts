/** Endpoints that one worker process serves at once. One that hangs takes a place for seconds, and then is paused. */
export const endpointsAtOnce = 200
/** Requests to one endpoint at once. */
export const requestsAtOnce = 8
/** Deliveries, or messages of a batch of clicks, between two looks at the database. */
export const mostTaken = 32
/** After so long an endpoint queues up again behind the others. */
export const turnMs = 20_000
/** A receiver answers within this time, or has failed. */
export const attemptMs = 15_000
/** With any time factor: a machine that is busy with tests answers no sooner. */
export const leastAttemptMs = 1_000
/** What a worker has taken is its own for so many attempts, one after the other: then that worker is dead. */
export const leaseAttempts = mostTaken / requestsAtOnce + 1
/** Since so long nothing has succeeded: the endpoint is disabled. */
export const failingMs = 5 * 86_400_000
/** Of a reply; the log keeps its first KB. */
export const mostReplyBytes = 64 * 1_024
/** How long requests under way may still take when the process stops. */
export const stopGraceMs = 4_000
