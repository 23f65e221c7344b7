import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { toast } from 'sonner'
import { messageOf } from '../api/failure.ts'
import { sessionQuery, useSession } from '../api/session.ts'
import { changeTimeZone } from '../api/settings.ts'
import { fullMoment } from '../format/days.ts'
import { browserZone, keepTimeZone } from '../format/time-zone.ts'
import { Card } from '../parts/card.tsx'
import { Combobox } from '../parts/combobox.tsx'
import { inOrder, usePending } from '../parts/in-order.ts'

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
  value: zone,
  name: zone.replaceAll('_', ' '),
}))

const key = ['time-zone']

interface ZoneChange {
  zone: string | null
  before: string | null
}

/** Saves the time zone when it is selected, then reloads the data on the page. */
export function TimeZoneCard() {
  const queries = useQueryClient()
  const { user } = useSession()
  const id = useId()
  const pending = usePending<ZoneChange>(key).at(-1)
  const chosen = pending === undefined ? user.time_zone : pending.zone
  const [now] = useState(() => new Date())
  const show = (time_zone: string | null) => {
    keepTimeZone(time_zone)
    queries.setQueryData(sessionQuery.queryKey, (old) => old && { ...old, user: { ...old.user, time_zone } })
  }
  const save = useMutation({
    ...inOrder(key),
    mutationFn: ({ zone }: ZoneChange) => changeTimeZone(zone),
    onSuccess: (_, { zone, before }) => {
      show(zone)
      toast.success(`Time zone set to ${zone ?? 'your browser time zone'}`, {
        action: { label: 'Undo', onClick: () => save.mutate({ zone: before, before: zone }) },
      })
    },
    onError: (failure) => toast.error('Could not change the time zone', { description: messageOf(failure) }),
    onSettled: () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }),
  })
  return (
    <Card title="Time zone">
      <label htmlFor={id} className="mb-1.5 text-dim">
        Show dates and times in
      </label>
      <Combobox
        label="Time zone"
        ties={{ id }}
        none={`Browser time zone (${browserZone})`}
        value={chosen ?? ''}
        choices={zones}
        onChoose={(zone) => save.mutate({ zone: zone === '' ? null : zone, before: chosen })}
      />
      <p className="mt-1.5 text-[13px] text-dim">Current time: {fullMoment(now)}</p>
    </Card>
  )
}
