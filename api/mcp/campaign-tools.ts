import { z } from 'zod'
import { campaign, campaignStatuses, updatedCampaign } from '#schemas/campaigns.ts'
import { campaignReference, text } from '#schemas/values.ts'
import { ofPage, pageArguments, pageOutput } from './page.ts'
import { tool } from './tool.ts'

const id = campaignReference.describe('UUID or name.')
const dated = (what: string) => z.string().max(64).nullish().describe(`${what}: ISO 8601 instant or day (UTC).`)

const said = {
  description: text(1_000).nullish(),
  start_date: dated('First day'),
  end_date: dated('After start_date'),
  tags: z.array(z.string()).max(20).optional(),
}

const whole = z.object(campaign.shape)

const createCampaign = tool({
  name: 'create_campaign',
  title: 'Make a campaign',
  description:
    'Makes a campaign: a name under which short URLs are counted together. Put short URLs into it with the ' +
    '`campaign_id` of create_short_url or update_short_url. Answers the record. BAD_REQUEST: the name is taken.',
  effect: 'creates',
  calls: ['POST /campaigns'],
  input: z.strictObject({ name: z.string().min(1).max(100), ...said }),
  output: whole,
  ask: (body) => ({ body }),
})

const getCampaign = tool({
  name: 'get_campaign',
  title: 'Read a campaign',
  description:
    'Reads one campaign with the lifetime clicks of its short URLs. For clicks of a period or by place or device, use ' +
    'the analytics tools with `campaign_id`.',
  effect: 'reads',
  calls: ['GET /campaigns/{id}'],
  input: z.strictObject({ id }),
  output: whole,
  ask: ({ id }) => ({ params: { id } }),
})

const listCampaigns = tool({
  name: 'list_campaigns',
  title: 'Find campaigns',
  description: 'Lists own campaigns with their lifetime clicks, newest first, ten at a time.',
  effect: 'reads',
  calls: ['GET /campaigns'],
  input: z.strictObject({
    search: text(200).optional().describe('Part of the name or the description.'),
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
  tell: ({ data, pagination }: { data: z.input<typeof campaign>[]; pagination: z.input<typeof pageOutput> }) => ({
    campaigns: data,
    pagination,
  }),
})

const updateCampaign = tool({
  name: 'update_campaign',
  title: 'Change a campaign',
  description: 'Changes the name, description, dates or tags of a campaign. What is left out stays; null empties.',
  effect: 'changes',
  calls: ['PUT /campaigns/{id}'],
  input: z.strictObject({ id, name: z.string().min(1).max(100).optional(), ...said }),
  output: updatedCampaign,
  ask: ({ id, ...body }) => ({ params: { id }, body }),
})

export const campaignTools = [createCampaign, getCampaign, listCampaigns, updateCampaign]
