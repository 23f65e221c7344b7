import { randomBytes } from 'node:crypto'
import { createLink } from '#model/links/create-link.ts'
import type { Sql } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { TestStores } from '../stack/stores.ts'
import type { TestAccount } from './account.ts'
import { findBaseDomain, plainLink } from './links.ts'

interface ExperimentOptions {
  kind?: 'url' | 'qr'
  status?: 'draft' | 'running' | 'paused' | 'completed'
  /** Weights of the variants, in percent. */
  weights?: readonly number[]
  conversions_enabled?: boolean
  min_sample_size?: number
  confidence_level?: number
  link_id?: string
  qr_code_id?: string
}

export interface MadeExperiment {
  id: string
  link_id: string
  variant_ids: string[]
  /** null for a test that is not running. */
  secret: Buffer | null
}

/** Inserts the rows of a test without notifying redirectors: HTTP tests start theirs through the API. */
export async function createExperiment(
  stores: TestStores,
  account: TestAccount,
  options: ExperimentOptions = {},
): Promise<MadeExperiment> {
  const { kind = 'url', status = 'draft', weights = [50, 50], ...rest } = options
  const { conversions_enabled = false, min_sample_size = 100, confidence_level = 95 } = rest
  const link_id = options.link_id ?? (await makeLink(stores, account))
  const secret = status === 'running' || status === 'paused' ? randomBytes(16) : null
  const id = uuidv7()
  const test = {
    ...{ id, account_id: account.id, kind, link_id, name: 'Test', status, conversions_enabled, min_sample_size },
    ...{ confidence_level, secret, traffic_split_mode: 'weighted' },
    qr_code_id: kind === 'qr' ? (options.qr_code_id ?? uuidv7()) : null,
    started_at: status === 'draft' ? null : new Date(),
  }
  await stores.sql`insert into ab_tests ${stores.sql(test)}`
  return { id, link_id, secret, variant_ids: await makeVariants(stores.sql, id, weights) }
}

async function makeVariants(sql: Sql, test_id: string, weights: readonly number[]): Promise<string[]> {
  const variants = weights.map((traffic_weight, position) => ({
    ...{ id: uuidv7(), test_id, position, traffic_weight },
    name: `Variant ${position + 1}`,
    destination_url: `https://example.com/variant-${position + 1}`,
  }))
  await sql`insert into ab_variants ${sql(variants)}`
  return variants.map(({ id }) => id)
}

async function makeLink(stores: TestStores, account: TestAccount): Promise<string> {
  const outcome = await createLink(stores, plainLink(account.id, await findBaseDomain(stores.sql, stores.config)))
  if (outcome.kind !== 'created') throw new Error('a generated slug was taken')
  return outcome.link.id
}
