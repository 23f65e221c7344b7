import { invalidField } from '#core/api-error.ts'
import type { Config } from '#runtime/config.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { type GivenSchedule, mostYears, type ScheduledChange } from '#schemas/schedules.ts'
import type { TargetingRule } from '#schemas/targeting.ts'
import { destinationsOfRules, judgeRules, readRules } from './link-rules.ts'

/** The scheduled changes of a body, earliest first, with ids. */
export const readSchedules = (given: readonly GivenSchedule[]): ScheduledChange[] =>
  given
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(({ id = uuidv7(), at, changes: { targeting_rules: rules, ...changes } }) => ({
      id,
      at,
      changes: { ...changes, ...(rules !== undefined && { targeting_rules: readRules(rules) }) },
    }))

/** Refuses times in the past or more than five years away, and countries that do not exist. */
export function judgeSchedules(schedules: readonly ScheduledChange[], config: Config): void {
  const now = Date.now()
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + mostYears)
  schedules.forEach(({ at, changes }, index) => {
    const field = `schedules.${index}.at`
    if (Date.parse(at) <= now) throw invalidField(field, 'Must be in the future.')
    if (Date.parse(at) > latest.getTime()) throw invalidField(field, `Must be at most ${mostYears} years away.`)
    judgeRules(changes.targeting_rules ?? [], config, `schedules.${index}.changes.`)
  })
}

/** The changes of a link whose destination cannot be changed. */
export const withoutUrls = (schedules: readonly ScheduledChange[]): ScheduledChange[] =>
  schedules.flatMap(({ changes: { url: _, ...changes }, ...rest }) =>
    Object.keys(changes).length === 0 ? [] : [{ ...rest, changes }],
  )

type GivenTargets = Pick<ScheduledChange['changes'], 'url' | 'ios_url' | 'android_url' | 'fallback_url'> & {
  targeting_rules?: readonly Pick<TargetingRule, 'destination_url'>[] | undefined
}

/** The destinations of scheduled changes, with the field that names each. */
export const destinationsOfSchedules = (schedules: readonly { changes: GivenTargets }[]) =>
  schedules.flatMap(({ changes: { targeting_rules: rules = [], ...changes } }, index) => {
    const own = (['url', 'ios_url', 'android_url', 'fallback_url'] as const).flatMap((field) => {
      const url = changes[field]
      return typeof url === 'string' ? [{ field, url }] : []
    })
    return [...own, ...destinationsOfRules(rules)].map(({ field, url }) => ({
      field: `schedules.${index}.changes.${field}`,
      url,
    }))
  })
