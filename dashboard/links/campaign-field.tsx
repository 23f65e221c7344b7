import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { createCampaign } from '../api/campaigns.ts'
import { messageOf } from '../api/failure.ts'
import { refreshLinked } from '../api/refresh.ts'
import { FieldFrame } from '../parts/field.tsx'
import { PickCombobox, type PickComboboxProps } from '../parts/pick-combobox.tsx'

interface CampaignFieldProps {
  value: string
  name?: string
  error?: string | undefined
  none?: string
  autoFocus?: boolean
  className?: string
  onChange: (event: { target: { value: string } }) => void
}

/** Selects a campaign by its ID, or creates one; '' is none. */
export function CampaignField({
  value,
  name,
  error,
  none = 'None',
  autoFocus,
  className,
  onChange,
}: CampaignFieldProps) {
  return (
    <FieldFrame label="Campaign" error={error} className={className}>
      {(ties) => (
        <CampaignCombobox
          none={none}
          value={value}
          onChoose={(id) => onChange({ target: { value: id } })}
          ties={{ ...ties, ...(name !== undefined && { name }), ...(autoFocus === true && { autoFocus }) }}
        />
      )}
    </FieldFrame>
  )
}

type CampaignComboboxProps = Pick<PickComboboxProps, 'value' | 'none' | 'onChoose' | 'ties' | 'className'>

/** The field without its label. */
export function CampaignCombobox(props: CampaignComboboxProps) {
  const queries = useQueryClient()
  const [creating, setCreating] = useState<string>()
  const latest = useRef({ creating, choose: props.onChoose })
  useLayoutEffect(() => {
    latest.current = { creating, choose: props.onChoose }
  })

  async function create(campaign: string) {
    setCreating(campaign)
    // If the user has chosen another one in the meantime, that one stays.
    const isWanted = () => latest.current.creating === campaign
    try {
      const { id } = await createCampaign({ name: campaign })
      if (isWanted()) latest.current.choose(id)
      toast.success(`Campaign ${campaign} created`)
      void refreshLinked(queries)
    } catch (failure) {
      toast.error(`Could not create ${campaign}`, { description: messageOf(failure) })
    }
    if (isWanted()) setCreating(undefined)
  }

  return (
    <PickCombobox
      kind="campaign"
      label="Campaign"
      {...props}
      nameInCreation={creating}
      onCreate={(campaign) => void create(campaign)}
      onChoose={(id) => {
        setCreating(undefined)
        props.onChoose(id)
      }}
    />
  )
}
