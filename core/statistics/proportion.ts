/** Successes of a number of trials: conversions of the clicks of a variant. */
export interface Proportion {
  successes: number
  trials: number
}

export const rate = ({ successes, trials }: Proportion): number => (trials === 0 ? 0 : successes / trials)
