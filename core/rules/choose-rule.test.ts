import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Condition, TargetingRule } from '#schemas/targeting.ts'
import { chooseRule } from './choose-rule.ts'
import { chooseInPlainWay } from './plain-rules.fixture.ts'
import { randomFacts, ruleSets } from './random-rules.fixture.ts'
import { recordRule } from './record-rules.ts'
import { factsOf } from './rules.fixture.ts'

/** Random rule sets that are compared. RULE_SETS=100000 takes a minute. */
const runs = Number(process.env['RULE_SETS'] ?? 3_000)

const choose = (rules: readonly TargetingRule[], facts: Parameters<typeof chooseRule>[1], secret = 's') =>
  chooseRule({ secret, list: rules.map((rule) => recordRule(rule, (url) => url)) }, facts)

const rule = (name: string, special: Partial<TargetingRule>): TargetingRule => ({
  id: name,
  name,
  priority: 1,
  match: 'all',
  conditions: [],
  destination_url: `https://example.com/${name}`,
  ...special,
})
const german: Condition = { type: 'country', operator: 'in', value: ['de'] }
const mobile: Condition = { type: 'device_type', operator: 'in', value: ['mobile'] }

describe('the rule of a visit', () => {
  it('is the first one that is true', () => {
    const rules = [rule('first', { conditions: [german] }), rule('second', { conditions: [mobile] })]
    const chosen = [
      { country: 'de', device_type: 'mobile' },
      { country: 'at', device_type: 'mobile' },
      { country: 'at', device_type: 'desktop' },
    ].map((facts) => choose(rules, factsOf(facts))?.id)
    expect(chosen).toEqual(['first', 'second', undefined])
  })

  it('needs all of its conditions, or any of them', () => {
    const facts = factsOf({ country: 'de', device_type: 'desktop' })
    const conditions = [german, mobile]
    expect(choose([rule('all', { conditions })], facts)).toBeUndefined()
    expect(choose([rule('any', { match: 'any', conditions })], facts)?.id).toBe('any')
  })

  it('is none without rules, and never one without conditions', () => {
    expect(choose([], factsOf())).toBeUndefined()
    expect(choose([rule('empty', {}), rule('any', { match: 'any' })], factsOf())).toBeUndefined()
  })

  it(`agrees with a plain implementation for ${runs.toLocaleString('en-US')} random rule sets`, () => {
    let matched = 0
    fc.assert(
      fc.property(ruleSets(), randomFacts, (rules, facts) => {
        const expected = chooseInPlainWay(rules, facts, 's')?.id
        if (expected !== undefined) matched++
        expect(choose(rules, facts)?.id).toBe(expected)
      }),
      { numRuns: runs },
    )
    // Otherwise it would compare nothing with nothing.
    expect(matched).toBeGreaterThan(runs / 4)
    expect(matched).toBeLessThan(runs)
  }, 600_000)
})
