import { insertCampaign } from '#model/campaigns/campaigns.ts'
import type { Sql } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { TestAccount } from './account.ts'

export async function createCampaign(
  sql: Sql,
  account: TestAccount,
  name = `Campaign ${uuidv7()}`,
): Promise<{ id: string; name: string }> {
  const campaign = await insertCampaign(sql, account.id, { name })
  if (campaign === undefined) throw new Error(`the account already has a campaign ${name}`)
  return campaign
}
