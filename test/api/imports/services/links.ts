import { uuidv7 } from '#runtime/uuid.ts'
import { account, get, stores } from '../../support/short-urls.ts'

let made = 0
/** New ones. Tests name up to four of them. */
export const slugs = (count: number) =>
  Array.from({ length: count }, () => `sourced-${made++}`) as [string, string, string, string, ...string[]]
export const readLink = async (code: string) => (await get(`/short-urls/${code}`)).json.data

/** A domain of the account that serves links. */
export async function addDomain(): Promise<string> {
  const host = `go-${uuidv7()}.example.com`
  await stores.sql`
    insert into domains (id, account_id, type, host) values (${uuidv7()}, ${account.id}, 'branded', ${host})`
  return host
}
