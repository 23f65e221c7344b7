export interface Progress {
  /** null: the user does not own the installation. */
  domainAnswers: boolean | null
  hasLink: boolean
  clicks: number
  keys: number
  domains: number
}

export type StepName = 'base-domain' | 'link' | 'click' | 'key' | 'domain'

interface Step {
  name: StepName
  isDone: boolean
}

/** A click through the base domain proves that it works better than a check from the server. */
export function listSteps({ domainAnswers, hasLink, clicks, keys, domains }: Progress): Step[] {
  const steps: Step[] = [
    { name: 'link', isDone: hasLink },
    { name: 'click', isDone: clicks > 0 },
    { name: 'key', isDone: keys > 0 },
    { name: 'domain', isDone: domains > 0 },
  ]
  if (domainAnswers === null) return steps
  return [{ name: 'base-domain', isDone: domainAnswers || clicks > 0 }, ...steps]
}

export const nextStep = (steps: readonly Step[]): StepName | undefined => steps.find(({ isDone }) => !isDone)?.name
