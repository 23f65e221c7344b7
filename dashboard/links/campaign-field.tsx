import { useQueryClient } from '@tanstack/react-query'
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

  async function create(name: string): Promise<string | null> {
    try {
      const { id } = await createCampaign({ name })
      toast.success(`Campaign ${name} created`)
      void refreshLinked(queries)
      return id
    } catch (failure) {
      toast.error(`Could not create ${name}`, { description: messageOf(failure) })
      return null
    }
  }

  return <PickCombobox kind="campaign" label="Campaign" onCreate={create} {...props} />
}
