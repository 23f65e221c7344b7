/** Limits of an account. No schemas here, so that the dashboard can import just the numbers. */

export const mostDomains = 1_000

/** Keys that are not revoked. The command line can exceed it, so that an owner is never locked out. */
export const mostKeys = 100

/** How long a deleted subdomain stays reserved for its last account. */
export const heldDays = 90

/** How long links stay in the trash. */
export const trashDays = 30

/** How long after its end an import lists links that were not imported. */
export const importReportDays = 90
