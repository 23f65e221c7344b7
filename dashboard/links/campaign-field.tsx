import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { campaignNamesQuery } from '../api/campaign-names.ts'
import { SelectField } from '../parts/select-field.tsx'

/** One of the campaigns, by its id; '' is none. */
export function CampaignField({ value, ...rest }: Omit<ComponentProps<typeof SelectField>, 'label' | 'children'>) {
  const { data, isError } = useQuery(campaignNamesQuery)
  const isKnown = data?.some(({ id }) => id === value) === true
  return (
    <SelectField
      label="Campaign"
      value={value}
      hint={
        isError ? 'The campaigns could not be loaded.' : data?.length === 0 ? 'There is no campaign yet.' : undefined
      }
      {...rest}
    >
      <option value="">None</option>
      {!isKnown && value !== '' && <option value={value}>…</option>}
      {data?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
