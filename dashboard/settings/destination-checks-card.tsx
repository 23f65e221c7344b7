import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { messageOf } from '../api/failure.ts'
import { changeDestinationChecks, destinationChecksQuery } from '../api/settings.ts'
import { Card } from '../parts/card.tsx'
import { Switch } from '../parts/switch.tsx'

const label = 'Check destinations'

/** Saved at once. Hidden if the installation turned checks off. */
export function DestinationChecksCard() {
  const queries = useQueryClient()
  const { data } = useQuery(destinationChecksQuery)
  const save = useMutation({
    mutationFn: changeDestinationChecks,
    onSuccess: (changed) => {
      queries.setQueryData(destinationChecksQuery.queryKey, changed)
      toast.success(changed.is_on ? 'Destination checks turned on' : 'Destination checks turned off', {
        action: { label: 'Undo', onClick: () => save.mutate(!changed.is_on) },
      })
    },
    onError: (failure) => toast.error('Could not change the setting', { description: messageOf(failure) }),
    onSettled: () => queries.invalidateQueries({ queryKey: destinationChecksQuery.queryKey }),
  })
  if (data?.is_available !== true) return null
  return (
    <Card title="Destinations">
      <div className="flex items-center justify-between gap-3">
        <p>{label}</p>
        <Switch
          label={label}
          checked={save.isPending ? save.variables : data.is_on}
          disabled={save.isPending}
          onChange={(isOn) => save.mutate(isOn)}
        />
      </div>
      <p className="mt-1.5 text-[13px] text-dim">
        Once a day, Waymark requests the destination of each active link, and marks links whose destinations do not
        work.
      </p>
    </Card>
  )
}
