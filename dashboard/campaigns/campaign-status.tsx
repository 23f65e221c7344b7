import type { Campaign, CampaignStatus } from '#schemas/campaigns.ts'
import { campaignStatusNames } from '../api/campaign-status.ts'
import { dayName, daysName, writeDay } from '../format/days.ts'
import { Pill, type PillLook } from '../parts/pill.tsx'
import { lastDay } from './draft.ts'

const looks: Record<CampaignStatus, PillLook> = { active: 'good', upcoming: 'tell', ended: 'quiet' }

export const CampaignStatusBadge = ({ status }: { status: CampaignStatus }) => (
  <Pill look={looks[status]}>{campaignStatusNames[status]}</Pill>
)

/** undefined: it has always been, and has no end. */
export function sayDays({ start_date, end_date }: Campaign): string | undefined {
  const first = start_date === undefined ? undefined : writeDay(new Date(start_date))
  const last = end_date === undefined ? undefined : lastDay(end_date)
  if (first !== undefined && last !== undefined) return daysName(first, last)
  if (first !== undefined) return `From ${dayName(first)}`
  return last === undefined ? undefined : `Until ${dayName(last)}`
}
