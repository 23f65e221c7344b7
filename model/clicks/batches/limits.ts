/** After this long a try writes nothing more to ClickHouse: purges of deleted links count on it. */
export const attemptLimitMs = 30_000

/** How long the ledger remembers a batch that is stored. An older batch is looked for in ClickHouse itself. */
export const ledgerDays = 30
