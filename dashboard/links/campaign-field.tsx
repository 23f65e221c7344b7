import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { campaignNamesQuery } from '../api/campaign-names.ts'
import { Options } from '../parts/options.tsx'
import { SelectField } from '../parts/select-field.tsx'

interface CampaignFieldProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'children'> {
  none?: string
}

/** Selects a campaign by its ID; '' is none. */
export function CampaignField({ value, none = 'None', ...rest }: CampaignFieldProps) {
  const { data, isError } = useQuery(campaignNamesQuery)
  const isKnown = data?.some(({ id }) => id === value) === true
  return (
    <SelectField
      label="Campaign"
      value={value}
      hint={isError ? 'Campaigns could not be loaded.' : data?.length === 0 ? 'No campaigns yet.' : undefined}
      {...rest}
    >
      <option value="">{none}</option>
      {!isKnown && value !== '' && <option value={value}>…</option>}
      <Options of={data?.map(({ id, name }) => [id, name]) ?? []} />
    </SelectField>
  )
}
