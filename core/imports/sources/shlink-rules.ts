import { z } from 'zod'
import type { Condition } from '#schemas/targeting.ts'
import { type ApiLink, readBody } from './api-source.ts'

const condition = z.object({
  type: z.string(),
  matchValue: z.string().nullish(),
  matchKey: z.string().nullish(),
})

const reply = z.object({
  redirectRules: z.array(
    z.object({ longUrl: z.string(), priority: z.number(), conditions: z.array(condition).min(1) }),
  ),
})

/** Devices of Shlink. Those of a kind of device include tablets. */
const devices: Readonly<Record<string, Condition>> = {
  android: { type: 'os', operator: 'in', value: ['Android'] },
  ios: { type: 'os', operator: 'in', value: ['iOS'] },
  windows: { type: 'os', operator: 'in', value: ['Windows'] },
  macos: { type: 'os', operator: 'in', value: ['macOS'] },
  linux: { type: 'os', operator: 'in', value: ['Linux'] },
  mobile: { type: 'device_type', operator: 'in', value: ['mobile', 'tablet'] },
  desktop: { type: 'device_type', operator: 'in', value: ['desktop'] },
}

/** Adds redirect rules of Shlink to a link as targeting rules. A rule whose conditions do not exist here is left out. */
export function readShlinkRules(link: ApiLink, body: unknown): void {
  const given = readBody(reply, body).redirectRules.toSorted((one, other) => one.priority - other.priority)
  const rules = given.flatMap(({ longUrl, conditions }) => {
    const known = conditions.map(toCondition)
    return known.includes(undefined) ? [] : [{ match: 'all', conditions: known, destination_url: longUrl }]
  })
  if (rules.length > 0) link.targeting_rules = JSON.stringify(rules)
  if (rules.length < given.length) link.notes = [...(link.notes ?? []), 'targeting_dropped']
}

function toCondition({ type, matchValue, matchKey }: z.output<typeof condition>): Condition | undefined {
  const value = matchValue ?? ''
  switch (type) {
    case 'device':
      return devices[value]
    case 'language':
      return { type: 'language', operator: 'in', value: [value] }
    case 'query-param':
      return { type: 'query_param', name: matchKey ?? '', operator: 'in', value: [value] }
    case 'any-value-query-param':
      return { type: 'query_param', name: matchKey ?? '', operator: 'exists', value: true }
    case 'geolocation-country-code':
      return { type: 'country', operator: 'in', value: [value] }
    case 'geolocation-city-name':
      return { type: 'city', operator: 'in', value: [value] }
    default:
      return undefined
  }
}
