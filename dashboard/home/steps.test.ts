import { expect, it } from 'vitest'
import { listSteps, nextStep } from './steps.ts'

const nothing = { domainAnswers: false, hasLink: false, clicks: 0, keys: 0, domains: 0 }
const doneOf = (steps: ReturnType<typeof listSteps>) => steps.filter(({ isDone }) => isDone).map(({ name }) => name)

it('begins with the base domain, for who runs the installation alone', () => {
  expect(listSteps(nothing)).toHaveLength(5)
  expect(nextStep(listSteps(nothing))).toBe('base-domain')
  expect(nextStep(listSteps({ ...nothing, domainAnswers: null }))).toBe('link')
})

it('goes on to what is not done yet, whatever the order in which things were done', () => {
  const steps = listSteps({ ...nothing, domainAnswers: true, hasLink: true, keys: 1 })
  expect([doneOf(steps), nextStep(steps)]).toEqual([['base-domain', 'link', 'key'], 'click'])
})

it('takes a click as proof of the base domain, and ends when all is done', () => {
  expect(doneOf(listSteps({ ...nothing, clicks: 1 }))).toEqual(['base-domain', 'click'])
  expect(nextStep(listSteps({ domainAnswers: false, hasLink: true, clicks: 1, keys: 1, domains: 1 }))).toBeUndefined()
})
