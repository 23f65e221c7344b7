import { z } from 'zod'
import { timestamp } from './moment.ts'

const healthStates = ['ok', 'failing', 'dead', 'unknown'] as const

const destinationProblems = [
  'not_found',
  'server_error',
  'redirect_loop',
  'no_such_host',
  'refused',
  'certificate',
  'unreachable',
] as const

/** What the latest check of a destination found. */
export const destinationHealth = z
  .object({
    state: z
      .enum(healthStates)
      .describe(
        '`failing`: the latest check failed. `dead`: at least 3 checks in a row failed, over an hour or more. `unknown`: the check is not allowed, such as by `robots.txt`.',
      ),
    problem: z.enum(destinationProblems).nullable().describe('Why the latest check failed. null if it did not fail.'),
    status_code: z.int().nullable().describe('HTTP status of the destination. null if there was no response.'),
    failing_since: timestamp
      .nullable()
      .describe('Time of the first failed check. null if the latest check did not fail.'),
    title: z.string().nullable().describe('Title of the page.'),
    previous_title: z
      .string()
      .nullable()
      .describe('Title before the latest change. null if the title has not changed.'),
    title_changed_at: timestamp.nullable(),
    certificate_expires_at: timestamp.nullable().describe('Expiration date of the TLS certificate of the destination.'),
    checked_at: timestamp,
  })
  .meta({ id: 'DestinationHealth' })
export type DestinationHealth = z.infer<typeof destinationHealth>
export type HealthState = DestinationHealth['state']
export type DestinationProblem = NonNullable<DestinationHealth['problem']>
