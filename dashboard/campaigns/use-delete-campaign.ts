import { type Campaign, deleteCampaign } from '../api/campaigns.ts'
import { useDeleteLater } from '../parts/delete-later.ts'

/** Hides a campaign immediately and deletes it unless that is undone. */
export function useDeleteCampaign(): (campaign: Pick<Campaign, 'id' | 'name'>, withLinks: boolean) => void {
  const deleteLater = useDeleteLater()
  return ({ id, name }, withLinks) =>
    deleteLater({
      ids: [id],
      name,
      about: withLinks ? 'Its links are deleted too and stop working.' : 'Its links are kept.',
      carryOut: (keepalive) => deleteCampaign(id, { withLinks, keepalive }),
    })
}
