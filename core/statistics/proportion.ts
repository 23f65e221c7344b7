/** Of so many trials, so many succeeded: of the clicks of a variant, those that were converted. */
export interface Proportion {
  successes: number
  trials: number
}

export const rate = ({ successes, trials }: Proportion): number => (trials === 0 ? 0 : successes / trials)
