import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { toast } from 'sonner'
import { messageOf } from '../api/failure.ts'
import { sessionQuery, useSession } from '../api/session.ts'
import { changeTimeZone } from '../api/settings.ts'
import { fullMoment } from '../format/days.ts'
import { browserZone, keepTimeZone } from '../format/time-zone.ts'
import { Card } from '../parts/card.tsx'
import { inputStyle } from '../parts/field.tsx'

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** Saved as soon as it is chosen; all that is on the page is asked for again. */
export function TimeZoneCard() {
  const queries = useQueryClient()
  const { user } = useSession()
  const id = useId()
  const [now] = useState(() => new Date())
  const show = (time_zone: string | null) => {
    keepTimeZone(time_zone)
    queries.setQueryData(sessionQuery.queryKey, (old) => old && { ...old, user: { ...old.user, time_zone } })
  }
  const save = useMutation({
    // By the keyboard one is passed after the other: the last one has to be the last to arrive.
    scope: { id: 'time-zone' },
    mutationFn: ({ zone }: { zone: string | null; before: string | null }) => changeTimeZone(zone),
    onMutate: ({ zone }) => show(zone),
    onSuccess: (_, { zone, before }) => {
      toast.success(`Days and times are those of ${zone ?? 'your browser'}`, {
        action: { label: 'Undo', onClick: () => save.mutate({ zone: before, before: zone }) },
      })
    },
    onError: (failure, { before }) => {
      show(before)
      toast.error('The time zone is as it was', { description: messageOf(failure) })
    },
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }),
  })
  return (
    <Card title="Time zone">
      <label htmlFor={id} className="mb-1.5 text-dim">
        Charts, days and times are shown in
      </label>
      <select
        id={id}
        className={inputStyle}
        value={user.time_zone ?? ''}
        onChange={({ target }) =>
          save.mutate({ zone: target.value === '' ? null : target.value, before: user.time_zone })
        }
      >
        <option value="">The zone of the browser ({browserZone})</option>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
      <p className="mt-1.5 text-[13px] text-dim">It is {fullMoment(now)} there.</p>
    </Card>
  )
}
