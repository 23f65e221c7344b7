/** Redis counts here the clicks that targets/acknowledge.ts has taken. */
export const acknowledgedKey = 'bench:acknowledged'
