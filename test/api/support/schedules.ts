import { stores } from './use-api.ts'

const day = 86_400_000

/** The time after this many days. */
export const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

/** The clock cannot be moved, so the times of scheduled changes are. */
export const letPass = (linkId: string, days: number) => stores.sql`
  update links
  set schedules = (
    select jsonb_agg(change || jsonb_build_object('at', to_char(
      (change ->> 'at')::timestamptz at time zone 'UTC' - make_interval(days => ${days}), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    from jsonb_array_elements(schedules) as change)
  where id = ${linkId}`
