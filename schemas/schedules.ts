import { z } from 'zod'
import { deviceDestination } from './app-url.ts'
import { moment, timestamp } from './moment.ts'
import { givenRules, sizeLimit, targetingRules } from './targeting.ts'
import { destination } from './values.ts'

const mostChanges = 20
export const mostYears = 5

const url = destination.nullable()
const deviceUrl = deviceDestination.nullable()

/** Members that a scheduled change may set: those that decide the destination of a visit. Their names are those of their columns. */
const givenChanges = z
  .strictObject({
    url: destination,
    is_active: z.boolean(),
    ios_url: deviceUrl,
    android_url: deviceUrl,
    targeting_rules: givenRules,
    fallback_url: url,
  })
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, 'Enter at least one change.')
  .describe('New values, as in an update. `null` clears a field.')

const id = z.uuid()

const givenSchedule = z
  .strictObject({
    id: id.optional().describe('Default: a new one.'),
    at: moment.transform((date) => date.toISOString()).describe('Time of the change, at most 5 years away.'),
    changes: givenChanges,
  })
  .meta({ id: 'NewScheduledChange' })
export type GivenSchedule = z.output<typeof givenSchedule>

const reportRepeats =
  (member: 'id' | 'at', message: string) =>
  ({ value, issues }: z.core.ParsePayload<GivenSchedule[]>): void => {
    const all = value.map((schedule) => schedule[member])
    all.forEach((one, index) => {
      if (one === undefined || all.indexOf(one) === index) return
      issues.push({ code: 'custom', message, input: value, path: [index, member] })
    })
  }

export const givenSchedules = z
  .array(givenSchedule)
  .max(mostChanges)
  .refine(...sizeLimit)
  .check(reportRepeats('id', 'Another change has this id. Use a different one, or omit it.'))
  .check(reportRepeats('at', 'Another change has this time. Combine the two.'))
  .describe('Changes that take effect at a set time, even while the workers are down. Replaces the whole list.')

const changes = z
  .object({
    url: z.string(),
    is_active: z.boolean(),
    ios_url: z.string().nullable(),
    android_url: z.string().nullable(),
    targeting_rules: targetingRules,
    fallback_url: z.string().nullable(),
  })
  .partial()
export type Changes = z.output<typeof changes>

const schedule = z.object({ id, at: timestamp, changes }).meta({ id: 'ScheduledChange' })
export type ScheduledChange = z.output<typeof schedule>

/** Earliest first. */
export const scheduledChanges = z.array(schedule)
