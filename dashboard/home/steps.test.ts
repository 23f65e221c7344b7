import { expect, it } from 'vitest'
import { listSteps, nextStep } from './steps.ts'

const nothing = { domainAnswers: false, hasLink: false, clicks: 0, keys: 0, domains: 0 }
const doneOf = (steps: ReturnType<typeof listSteps>) => steps.filter(({ isDone }) => isDone).map(({ name }) => name)

it('starts with the base domain, only for the owner of the installation', () => {
  expect(listSteps(nothing)).toHaveLength(5)
  expect(nextStep(listSteps(nothing))).toBe('base-domain')
  expect(nextStep(listSteps({ ...nothing, domainAnswers: null }))).toBe('link')
})

it('continues with the first open step, in whatever order the others were done', () => {
  const steps = listSteps({ ...nothing, domainAnswers: true, hasLink: true, keys: 1 })
  expect([doneOf(steps), nextStep(steps)]).toEqual([['base-domain', 'link', 'key'], 'click'])
})

it('counts a click as proof of the base domain, and ends when all steps are done', () => {
  expect(doneOf(listSteps({ ...nothing, clicks: 1 }))).toEqual(['base-domain', 'click'])
  expect(nextStep(listSteps({ domainAnswers: false, hasLink: true, clicks: 1, keys: 1, domains: 1 }))).toBeUndefined()
})
