import { z } from 'zod'
import { isTimeZone } from './time-zone.ts'
import { destination, text } from './values.ts'

const mostRules = 20
const mostConditions = 10
/** Redirectors keep the rules in memory, as JSON. */
const mostCharacters = 32_768
/** Members that a rule or scheduled change gets when it is stored. Without them, a list has the same size before and after. */
const namesAndOrder: ReadonlySet<string> = new Set(['id', 'name', 'priority'])
/** More than there are countries. */
const mostValues = 300
const longestValue = 200

export const continentNames = [
  ...(['Africa', 'Antarctica', 'Asia', 'Europe'] as const),
  ...(['North America', 'Oceania', 'South America'] as const),
] as const
export const deviceTypes = ['desktop', 'mobile', 'tablet', 'other'] as const
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** The value is a list, and the condition is true if it contains what is known of the visit, or if it does not. */
const listOf = <Type extends string, Item extends z.ZodType>(type: Type, item: Item, description: string) =>
  z
    .strictObject({
      type: z.literal(type),
      operator: z.enum(['in', 'not_in']),
      value: z.array(item).min(1, 'Enter at least one value.').max(mostValues),
    })
    .describe(description)

const name = text(longestValue, 1)
const countryCode = z.string().regex(/^[a-zA-Z]{2}$/, 'Use ISO 3166-1 codes of two letters, such as de.')
const languageTag = z
  .string()
  .regex(/^[a-zA-Z]{2,8}(?:-(?:[a-zA-Z]{2}|\d{3}))?$/, 'Use language codes, such as en or pt-BR.')
const domainName = text(253, 1).regex(/^[^\s/:?#@]+$/, 'Enter a domain, such as google.com.')
const zone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'Use the name of a time zone, such as America/New_York.')
  .optional()
  .describe('IANA time zone. Default: UTC.')

/** A value, or the two ends of a range. */
const amountOf = <Item extends z.ZodType>(item: Item) => z.union([item, z.tuple([item, item])])

interface Amount<Value> {
  operator: string
  value: Value | [Value, Value]
}

/** `isOrdered`: whether two ends are a range. */
const judgeAmount =
  <Value>(isOrdered: (start: Value, end: Value) => boolean, message: string) =>
  ({ value: { operator, value }, issues }: z.core.ParsePayload<Amount<Value>>): void => {
    const refuse = (why: string) => issues.push({ code: 'custom', message: why, input: value, path: ['value'] })
    if (Array.isArray(value) !== (operator === 'between')) {
      refuse(operator === 'between' ? 'Must be a list of two values.' : `Must be a single value with ${operator}.`)
    } else if (Array.isArray(value) && !isOrdered(value[0], value[1])) refuse(message)
  }

const clickNumber = z.int().min(1).max(1_000_000_000)
const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Use a time such as 09:30.')
const instant = z.iso.datetime({
  offset: true,
  error: 'Use an ISO 8601 date and time with a time zone, such as 2026-11-30T09:00:00Z.',
})

/** By type, in the order in which the dashboard offers them. */
const conditions = [
  listOf('country', countryCode, 'ISO 3166-1 alpha-2 code.'),
  listOf('region', name, 'Name in English, as reports show it.'),
  listOf('city', name, 'Name in English, as reports show it.'),
  listOf('continent', z.enum(continentNames), 'Continent of the country.'),
  listOf('device_type', z.enum(deviceTypes), 'Device type.'),
  listOf('os', name, 'Such as Windows, macOS, iOS or Android.'),
  listOf('browser', name, 'Such as Chrome or Safari.'),
  listOf(
    'language',
    languageTag,
    'Preferred language of the browser: the one with the highest quality. `pt` includes pt-BR.',
  ),
  listOf('referrer_domain', domainName, 'Domain of the referrer. Includes its subdomains.'),
  z
    .strictObject({
      type: z.literal('query_param'),
      name: text(100, 1).describe('Name of the parameter.'),
      operator: z.enum(['in', 'not_in', 'exists']),
      value: z.union([z.array(text(longestValue)).min(1).max(mostValues), z.boolean()]),
    })
    .check(({ value, issues }) => {
      if ((value.operator === 'exists') === (typeof value.value === 'boolean')) return
      const message = value.operator === 'exists' ? 'Must be true or false.' : 'Must be a list of values.'
      issues.push({ code: 'custom', message, input: value.value, path: ['value'] })
    })
    .describe('Query parameter of the short URL. Values are case-sensitive.'),
  z
    .strictObject({ type: z.literal('date'), operator: z.enum(['gte', 'lt', 'between']), value: amountOf(instant) })
    .check(judgeAmount<string>((start, end) => Date.parse(start) < Date.parse(end), 'Must end after its start.'))
    .describe('Time of the visit. A range includes its start, but not its end.'),
  z
    .strictObject({
      type: z.literal('time_of_day'),
      operator: z.enum(['gte', 'lt', 'between']),
      value: amountOf(timeOfDay),
      tz: zone,
    })
    .check(judgeAmount<string>((start, end) => start !== end, 'Must not end at its start.'))
    .describe('Time of day. A range includes its start, but not its end, and may pass midnight.'),
  z
    .strictObject({
      type: z.literal('weekday'),
      operator: z.enum(['in', 'not_in']),
      value: z.array(z.enum(weekdays)).min(1, 'Enter at least one value.').max(weekdays.length),
      tz: zone,
    })
    .describe('Day of the week.'),
  z
    .strictObject({ type: z.literal('is_qr_scan'), operator: z.literal('eq'), value: z.boolean() })
    .describe('Whether the visit is the scan of a QR code.'),
  z
    .strictObject({ type: z.literal('visitor'), operator: z.literal('eq'), value: z.enum(['new', 'returning']) })
    .describe('Whether the visitor opened the short URL before, in the same visitor window (a day by default).'),
  z
    .strictObject({
      type: z.literal('click_number'),
      operator: z.enum(['eq', 'gte', 'lt', 'between']),
      value: amountOf(clickNumber),
    })
    .check(judgeAmount<number>((start, end) => start <= end, 'Must not end before its start.'))
    .describe('Number of the click: 1 for the first. A range includes both ends. Bots are not counted.'),
  z
    .strictObject({
      type: z.literal('percentage'),
      operator: z.literal('lt'),
      value: z.number().gt(0, 'Must be more than 0.').max(100),
    })
    .describe('Share of visitors in percent. A visitor is always in it or never.'),
] as const

const condition = z.discriminatedUnion('type', conditions).meta({ id: 'TargetingCondition' })
export type Condition = z.output<typeof condition>
export type ConditionType = Condition['type']
export type ConditionOf<Type extends ConditionType> = Extract<Condition, { type: Type }>

export const conditionTypes = conditions.map(({ shape }) => shape.type.value) as readonly ConditionType[]

const match = z.enum(['all', 'any']).describe('Whether all conditions have to be true, or any of them.')
const conditionList = z.array(condition).min(1, 'Add at least one condition.').max(mostConditions)

const givenRule = z
  .strictObject({
    id: z.uuid().optional().describe('Keep it when you change a rule: clicks refer to it. Default: a new one.'),
    name: text(100, 1).optional().describe('Default: Rule and its priority.'),
    priority: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe('Rules are tried from the lowest on. Default: the position in the list.'),
    match: match.default('all'),
    conditions: conditionList,
    destination_url: destination.describe('Destination URL if the rule is true.'),
  })
  .meta({ id: 'NewTargetingRule' })
export type GivenRule = z.output<typeof givenRule>

/** For lists of rules, and of scheduled changes that contain rules. */
export const sizeLimit = [
  (list: readonly unknown[]) =>
    JSON.stringify(list, (member, value: unknown) => (namesAndOrder.has(member) ? undefined : value)).length <=
    mostCharacters,
  'Must be at most 32,768 characters as JSON, without ids, names and priorities.',
] as const

export const givenRules = z
  .array(givenRule)
  .max(mostRules)
  .refine(...sizeLimit)
  .check(({ value, issues }) => {
    const ids = value.map(({ id }) => id)
    ids.forEach((id, index) => {
      if (id === undefined || ids.indexOf(id) === index) return
      issues.push({ code: 'custom', message: 'Another rule has this id.', input: value, path: [index, 'id'] })
    })
  })
  .describe(
    'Rules that choose another destination for some visitors. The first one that is true decides. They precede A/B tests and the destinations for iOS and Android.',
  )

const targetingRule = z
  .object({
    id: z.uuid(),
    name: z.string(),
    priority: z.int().describe('1 for the rule that is tried first.'),
    match,
    conditions: conditionList,
    destination_url: z.string(),
  })
  .meta({ id: 'TargetingRule' })
export type TargetingRule = z.output<typeof targetingRule>

export const targetingRules = z.array(targetingRule)

/** A rule as the redirector knows it. Texts that visits are compared with are in lower case. */
export const recordRule = z.object({ id: z.uuid(), match, conditions: z.array(condition), url: z.string() })
export type RecordRule = z.output<typeof recordRule>
