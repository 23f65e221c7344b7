/** Redis key with the number of clicks that targets/acknowledge.ts has acknowledged. */
export const acknowledgedKey = 'bench:acknowledged'
