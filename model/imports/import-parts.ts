import type { CheckedLink } from '#core/imports/check-link.ts'
import { withoutOwnSettings } from '#core/imports/read-own-settings.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'

/** Links of one part. They are created in one transaction, which locks all of their codes. */
export const linksOfPart = 250

/** A link that was read, with its domain and campaign here. Its password is hashed. */
export type StagedLink = Omit<CheckedLink, 'password' | 'host' | 'campaign' | 'settings'> & {
  domain_id: string
  password_hash: string | null
  settings: CheckedLink['settings'] & { campaign_id: string | null }
}

/** Links that an earlier version has read have none of these. */
const laterSettings = { ...withoutOwnSettings, campaign_id: null }

/** Stores the uploaded file in pieces. */
export async function insertFile(tx: Tx, importId: string, content: AsyncIterable<Buffer>): Promise<void> {
  let part = 0
  for await (const piece of content) {
    await tx`
      insert into import_parts (import_id, kind, part, content)
      values (${importId}, 'file', ${part++}, ${piece})`
  }
}

/** The uploaded file, piece by piece. */
export async function* readFile(sql: Sql, importId: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const [row] = await sql<{ content: Buffer }[]>`
      select content
      from import_parts
      where import_id = ${importId} and kind = 'file' and part = ${part}`
    if (row === undefined) return
    yield row.content
  }
}

export async function insertLinkPart(
  tx: Tx,
  importId: string,
  part: number,
  links: readonly StagedLink[],
): Promise<void> {
  await tx`
    insert into import_parts (import_id, kind, part, content)
    values (${importId}, 'links', ${part}, ${Buffer.from(JSON.stringify(links))})`
}

/** The first part that is not imported yet. */
export async function readLinkPart(
  sql: Sql,
  importId: string,
): Promise<{ part: number; links: StagedLink[] } | undefined> {
  const [row] = await sql<{ part: number; content: Buffer }[]>`
    select part, content
    from import_parts
    where import_id = ${importId} and kind = 'links'
    order by part
    limit 1`
  if (row === undefined) return undefined
  const links = JSON.parse(row.content.toString()) as StagedLink[]
  return {
    part: row.part,
    links: links.map((link) => ({ ...link, settings: { ...laterSettings, ...link.settings } })),
  }
}

/** The parts that were read, in order. */
export async function* readLinkParts(
  sql: Sql,
  importId: string,
): AsyncGenerator<{ part: number; links: StagedLink[] }> {
  for (let last = -1; ; ) {
    const [row] = await sql<{ part: number; content: Buffer }[]>`
      select part, content
      from import_parts
      where import_id = ${importId} and kind = 'links' and part > ${last}
      order by part
      limit 1`
    if (row === undefined) return
    last = row.part
    yield { part: row.part, links: JSON.parse(row.content.toString()) as StagedLink[] }
  }
}

export async function removeLinkPart(tx: Tx, importId: string, part: number): Promise<void> {
  await tx`
    delete from import_parts
    where import_id = ${importId} and kind = 'links' and part = ${part}`
}
