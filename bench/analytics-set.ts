import type { StoreUrls } from '#runtime/store-urls.ts'
import { hourMs } from '../cli/seed/rhythm.ts'
import { seedClicks } from '../cli/seed/seed-clicks.ts'
import { createAccount, type TestAccount } from '../test/factories/account.ts'
import { seedStores } from './seed-stores.ts'
import type { Stack } from './stack.ts'

/** All accounts have the same number of clicks. The first one is measured. */
const accountCount = 6
const days = 90
const seed = 1

export interface ClickSet {
  account: TestAccount
  /** Grows the whole set to this number of clicks. */
  growTo(clicks: number): Promise<void>
}

/** Accounts with the clicks of `waymark seed`, ending now. Requires running workers. */
export async function createClickSet(stack: Stack, urls: StoreUrls): Promise<ClickSet> {
  const accounts = await Promise.all(Array.from({ length: accountCount }, () => createAccount(stack.sql)))
  const [account] = accounts
  if (account === undefined) throw new Error('no accounts')
  const stores = seedStores(stack)
  const until = Math.floor(Date.now() / hourMs) * hourMs
  let reached = 0
  return {
    account,
    async growTo(clicks) {
      const each = Math.floor((clicks - reached) / accountCount)
      for (const [index, { id }] of accounts.entries()) {
        console.log(`analytics ${clicks}: clicks of account ${index + 1} of ${accountCount} ...`)
        const options = { account_id: id, clicks: each, days, seed, until }
        await seedClicks({ stores, redisUrl: urls.redis_url }, options)
      }
      reached += each * accountCount
    },
  }
}
