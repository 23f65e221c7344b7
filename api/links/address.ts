import { z } from 'zod'
import { codePattern } from '#schemas/links.ts'
import type { Services } from '../http/endpoint.ts'
import { findBaseDomain } from './base-domain.ts'
import { type Address, type ReadLink, selectOwnLink } from './links.sql.ts'

/** Reads the id of a path. undefined: no link can be called so. */
export async function readAddress({ sql, config }: Stores, id: string): Promise<Address | undefined> {
  if (!codePattern.test(id)) return undefined
  const { id: base_domain_id } = await findBaseDomain(sql, config)
  return { id: z.guid().safeParse(id).success ? id : null, code: id, base_domain_id }
}

/** The account's own link by UUID, short code or alias. */
export async function findOwnLink(stores: Stores, accountId: string, id: string): Promise<ReadLink | undefined> {
  const address = await readAddress(stores, id)
  return address && (await selectOwnLink(stores.sql, accountId, address))
}

type Stores = Pick<Services, 'sql' | 'config'>
