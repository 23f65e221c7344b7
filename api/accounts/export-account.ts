import { z } from 'zod'
import { actorOf } from '#model/accounts/actor.ts'
import { recordChange } from '#model/accounts/audit-log.ts'
import { refuseBound } from '#model/accounts/reach.ts'
import { archiveAccount } from '#model/archive/archive-account.ts'
import { countContents } from '#model/archive/count-contents.ts'
import { accountContents } from '#schemas/archive.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { type Context, endpoint } from '../frame/endpoint.ts'
import { FileReply } from '../frame/file-reply.ts'

const mediaType = 'application/gzip'

export const exportAccount = endpoint({
  method: 'GET',
  path: '/account/export',
  summary: 'Export the account',
  description:
    'Returns the whole account as one archive (`.tar.gz`), which another Waymark can import with the source `waymark`: links, QR codes, logos, A/B tests, conversions, campaigns, tags, UTM templates, domains, link defaults, webhooks and all clicks. Only owners can export it, because it contains the hashes of link passwords.',
  permission: 'write',
  sensitive: true,
  bulk: true,
  reply: z.never(),
  files: [mediaType],
  errors: ['CONFLICT', 'SERVICE_UNAVAILABLE'],
  async handle(context) {
    const { account, reach, sql, ch, config, clickFiles, signal } = context
    refuseBound(reach)
    await recordExport(context)
    return new FileReply({
      media_type: mediaType,
      filename: `waymark-${new Date().toISOString().slice(0, 10)}.tar.gz`,
      disposition: 'attachment',
      make: () => archiveAccount({ sql, ch, config, clickFiles }, account.id, signal),
    })
  },
})

/** An export changes nothing, but it is recorded because it contains all data of the account. */
async function recordExport({ sql, account, client, ...caller }: Context<unknown, unknown, unknown>): Promise<void> {
  const origin = { account_id: account.id, actor: actorOf(caller), address: client.address }
  const change = { action: 'GET /account/export', summary: 'Export the account' }
  await sql.begin((tx) => recordChange(tx, origin, change))
}

/** Numbers of objects in an archive. The dashboard calls it to ask for the password before the browser downloads the archive. */
export const showContents = endpoint({
  method: 'GET',
  path: '/account/contents',
  summary: 'Count what an export of the account contains',
  permission: 'read',
  sensitive: true,
  reply: accountContents,
  async handle({ account, session, sql, ch, signal }) {
    demandSession(session)
    return await countContents({ sql, ch }, account.id, signal)
  },
})
