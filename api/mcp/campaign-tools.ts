import { z } from 'zod'
import { campaign, campaignStatuses, updatedCampaign } from '#schemas/campaigns.ts'
import { campaignReference, text } from '#schemas/values.ts'
import { ofPage, type PageOf, pageArguments, pageOutput } from './page.ts'
import { tool } from './tool.ts'

const id = campaignReference.describe('Campaign UUID or name.')
const dated = (what: string) => z.string().max(64).nullish().describe(`${what}: ISO 8601 date or date and time (UTC).`)

const said = {
  description: text(1_000).nullish(),
  start_date: dated('Start date'),
  end_date: dated('End date, after start_date'),
  tags: z.array(z.string()).max(20).optional(),
}

const whole = z.object(campaign.shape)

const createCampaign = tool({
  name: 'create_campaign',
  title: 'Create a campaign',
  description:
    'Creates a campaign: a group of short URLs with shared totals. Add short URLs with the `campaign_id` of ' +
    'create_short_url or update_short_url. Returns the record. BAD_REQUEST: the name is taken.',
  effect: 'creates',
  calls: ['POST /campaigns'],
  input: z.strictObject({ name: z.string().min(1).max(100), ...said }),
  output: whole,
  ask: (body) => ({ body }),
})

const getCampaign = tool({
  name: 'get_campaign',
  title: 'Get a campaign',
  description:
    'Returns one campaign with the lifetime clicks of its short URLs. For clicks by period, location, or device, use the ' +
    'analytics tools with `campaign_id`.',
  effect: 'reads',
  calls: ['GET /campaigns/{id}'],
  input: z.strictObject({ id }),
  output: whole,
  ask: ({ id }) => ({ params: { id } }),
})

const listCampaigns = tool({
  name: 'list_campaigns',
  title: 'List campaigns',
  description: 'Lists the campaigns of the account with their lifetime clicks, newest first, 10 per page.',
  effect: 'reads',
  calls: ['GET /campaigns'],
  input: z.strictObject({
    search: text(200).optional().describe('Matches part of the name or description.'),
    status: z.enum([...campaignStatuses, 'all']).default('all'),
    ...pageArguments,
  }),
  output: z.object({
    campaigns: z.array(
      campaign.pick({ id: true, name: true, tags: true, status: true, url_count: true, total_clicks: true }),
    ),
    pagination: pageOutput,
  }),
  ask: (args) => ({ query: ofPage(args) }),
  tell: ({ data, pagination }: PageOf<typeof campaign>) => ({ campaigns: data, pagination }),
})

const updateCampaign = tool({
  name: 'update_campaign',
  title: 'Update a campaign',
  description:
    'Updates the name, description, dates, or tags of a campaign. Omitted fields stay unchanged; null clears one.',
  effect: 'changes',
  calls: ['PUT /campaigns/{id}'],
  input: z.strictObject({ id, name: z.string().min(1).max(100).optional(), ...said }),
  output: updatedCampaign,
  ask: ({ id, ...body }) => ({ params: { id }, body }),
})

export const campaignTools = [createCampaign, getCampaign, listCampaigns, updateCampaign]
