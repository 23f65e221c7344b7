import { type Campaign, deleteCampaign } from '../api/campaigns.ts'
import { useDeleteLater } from '../parts/delete-later.ts'

/** Hides a campaign at once, and deletes it when nobody has taken that back. */
export function useDeleteCampaign(): (campaign: Pick<Campaign, 'id' | 'name'>, withLinks: boolean) => void {
  const deleteLater = useDeleteLater()
  return ({ id, name }, withLinks) =>
    deleteLater({
      ids: [id],
      name,
      about: withLinks ? 'Its links go too: their visitors will not find them.' : 'Its links stay, without a campaign.',
      carryOut: (keepalive) => deleteCampaign(id, { withLinks, keepalive }),
    })
}
