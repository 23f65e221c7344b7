/** An attempt stops writing to ClickHouse after this time. Purges of deleted links rely on it. */
export const attemptLimitMs = 30_000

/** Time that a stored batch stays in the ledger. An older batch is looked up in ClickHouse itself. */
export const ledgerDays = 30
