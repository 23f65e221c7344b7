import { bindChoice, bindText } from '../parts/form.tsx'
import { Segments } from '../parts/segments.tsx'
import { BulkForm, type BulkProps } from './bulk-form.tsx'
import { CampaignField } from './campaign-field.tsx'

const ways = { move: 'Move to campaign', remove: 'Remove from campaign' } as const

interface Filled {
  way: keyof typeof ways
  campaign_id: string
}

const start: Filled = { way: 'move', campaign_id: '' }

/** Moves links into or out of a campaign. No campaign is preselected, so that Enter alone changes nothing. */
export const MoveDialog = (props: BulkProps) => (
  <BulkForm
    verb="Move"
    about="A link can belong to only one campaign. Its clicks move with it."
    start={start}
    check={({ way, campaign_id }) =>
      way === 'move' && campaign_id === '' ? [{ field: 'campaign_id', message: 'Choose a campaign.' }] : []
    }
    changesOf={({ way, campaign_id }) => ({ campaign_id: way === 'move' ? campaign_id : null })}
    submit={({ way }) => (way === 'move' ? 'Move' : 'Remove from campaign')}
    done={(changed, { way }) => (way === 'move' ? `${changed} moved` : `${changed} removed from campaigns`)}
    {...props}
  >
    {(part) => (
      <>
        <Segments name="Action" choices={ways} {...bindChoice(part, 'way')} />
        {part.filled.way === 'move' ? (
          <CampaignField autoFocus none="Choose a campaign" {...bindText(part, 'campaign_id')} />
        ) : (
          <p className="text-dim">The links keep working and keep their clicks.</p>
        )}
      </>
    )}
  </BulkForm>
)
