import { uuidv7 } from '#runtime/uuid.ts'
import { reportColumns } from '#schemas/click-columns.ts'
import type { TestStores } from '../stack/stores.ts'
import type { TestAccount } from './account.ts'
import { createCampaign } from './campaigns.ts'
import { createExperiment } from './experiments.ts'
import { createImport } from './imports.ts'
import { createKey } from './key.ts'
import { createLinkOf } from './links.ts'
import { createConnectedApp } from './oauth.ts'
import { createLogo, createQrCode } from './qr-codes.ts'
import { createDelivery, createWebhook } from './webhooks.ts'

/** Creates an object of the account, and returns its id for paths. */
type ObjectMaker = (stores: TestStores, account: TestAccount) => Promise<string>

const makeKey: ObjectMaker = async ({ sql }, account) => (await createKey(sql, account)).id

const makeLink: ObjectMaker = async (stores, account) => (await createLinkOf(stores, account)).id

/** A link whose history has one change. */
const makeChangedLink: ObjectMaker = async (stores, account) => {
  const id = await makeLink(stores, account)
  await stores.sql`update links set name = 'Changed' where id = ${id}`
  return id
}

/** Objects whose history has one change. */
const changed =
  (table: 'qr_codes' | 'ab_tests', make: ObjectMaker): ObjectMaker =>
  async (stores, account) => {
    const id = await make(stores, account)
    await stores.sql`update ${stores.sql(table)} set name = 'Changed' where id = ${id}`
    return id
  }

const makeCampaign: ObjectMaker = async ({ sql }, account) => (await createCampaign(sql, account)).id
const makeTag: ObjectMaker = async ({ sql }, { id }) => {
  const name = `tag-${uuidv7()}`
  await sql`insert into tags (account_id, name, color) values (${id}, ${name}, 'blue')`
  return name
}
const makeUtmTemplate: ObjectMaker = async ({ sql }, account) => {
  const id = uuidv7()
  await sql`
    insert into utm_templates (id, account_id, name, utm_source)
    values (${id}, ${account.id}, ${`Template ${id}`}, 'newsletter')`
  return id
}
const makeQrCode: ObjectMaker = async ({ sql }, account) => (await createQrCode(sql, account)).id
const makeLogo: ObjectMaker = async ({ sql }, account) => (await createLogo(sql, account)).id
/** Its delivery has the same id, so that one id fills a path with both. */
const makeWebhook: ObjectMaker = async ({ sql }, account) => {
  const { id } = await createWebhook(sql, account, { events: ['webhook.test'] })
  return await createDelivery(sql, account, id, id)
}
const makeImport: ObjectMaker = async (stores, account) => (await createImport(stores, account)).id
const makePausedImport: ObjectMaker = async (stores, account) => {
  const id = await makeImport(stores, account)
  await stores.sql`update imports set state = 'paused', due_at = null where id = ${id}`
  return id
}
const makeCompletedImport: ObjectMaker = async (stores, account) => {
  const id = await makeImport(stores, account)
  await stores.sql`update imports set state = 'completed', due_at = null where id = ${id}`
  return id
}
const makeConnectedApp: ObjectMaker = async ({ sql }, account) => (await createConnectedApp(sql, account)).id
const makeTest =
  (kind: 'url' | 'qr', status: 'draft' | 'running' | 'paused'): ObjectMaker =>
  async (stores, account) =>
    (await createExperiment(stores, account, { kind, status })).id
const makeDomain: ObjectMaker = async ({ sql }, account) => {
  const id = uuidv7()
  await sql`
    insert into domains (id, account_id, type, host)
    values (${id}, ${account.id}, 'subdomain', ${`made-${id}.localhost`})`
  return id
}

const linkReports = [
  'campaigns',
  'timeline',
  'device',
  'utm',
  'traffic-sources',
  'clicks',
  'location',
  'referrers',
  ...Object.keys(reportColumns),
  'overview',
  'complete',
]

const statesOf = (path: string, kind: 'url' | 'qr'): Record<string, ObjectMaker> => ({
  [`${path}/pause`]: makeTest(kind, 'running'),
  [`${path}/resume`]: makeTest(kind, 'paused'),
  [`${path}/complete`]: makeTest(kind, 'running'),
})

/**
 * Factories for the object in the first parameter of a path. The guard tests request other accounts' objects
 * with them.
 */
export const objectMakers: Record<string, ObjectMaker> = {
  '/api-keys/{id}': makeKey,
  '/domains/{id}': makeDomain,
  '/short-urls/{id}': makeLink,
  '/short-urls/{id}/rollback': makeChangedLink,
  '/campaigns/{id}': makeCampaign,
  '/tags/{name}': makeTag,
  '/utm-templates/{id}': makeUtmTemplate,
  '/qr-codes/{id}': makeQrCode,
  '/qr-codes/{id}/rollback': changed('qr_codes', makeQrCode),
  '/qr-assets/{id}': makeLogo,
  '/url-ab-tests/{id}': makeTest('url', 'draft'),
  '/qr-ab-tests/{testId}': makeTest('qr', 'draft'),
  '/url-ab-tests/{id}/rollback': changed('ab_tests', makeTest('url', 'draft')),
  '/qr-ab-tests/{testId}/rollback': changed('ab_tests', makeTest('qr', 'draft')),
  ...statesOf('/url-ab-tests/{id}', 'url'),
  ...statesOf('/qr-ab-tests/{testId}', 'qr'),
  '/webhooks/{id}': makeWebhook,
  '/imports/{id}': makeCompletedImport,
  '/imports/{id}/pause': makeImport,
  '/imports/{id}/resume': makePausedImport,
  '/me/connected-apps/{id}': makeConnectedApp,
  ...Object.fromEntries(linkReports.map((name) => [`/analytics/${name}/{id}`, makeLink])),
  '/analytics/url/{id}': makeLink,
  '/qranalytics/qr/{id}': makeQrCode,
}

/**
 * The factory for the whole path, if its object must be in a certain state, or for the path up to its first
 * parameter.
 */
export const makerFor = (path: string): ObjectMaker | undefined =>
  objectMakers[path] ?? objectMakers[path.slice(0, path.indexOf('}') + 1)]

type BodyMaker = (stores: TestStores, account: TestAccount) => Promise<unknown>

const namesALink: BodyMaker = async (stores, account) => ({ url_ids: [await makeLink(stores, account)] })

/** The newest entry in the history of an account. */
export const namesAnEntry: BodyMaker = async ({ sql }, { id }) => {
  const [entry] = await sql<{ id: string }[]>`
    select id from history where account_id = ${id} order by place desc limit 1`
  return { entry_id: entry?.id ?? uuidv7() }
}

const bodyMakers: Record<string, BodyMaker> = {
  'POST /campaigns/{id}/urls': namesALink,
  'DELETE /campaigns/{id}/urls': namesALink,
  'POST /short-urls/{id}/rollback': namesAnEntry,
  'POST /qr-codes/{id}/rollback': namesAnEntry,
  'POST /url-ab-tests/{id}/rollback': namesAnEntry,
  'POST /qr-ab-tests/{testId}/rollback': namesAnEntry,
  'POST /imports/{id}/verify': async () => ({ hosts: ['go.example.org'] }),
  'POST /tags/{name}/merge': async (stores, account) => ({ into: await makeTag(stores, account) }),
}

/** The minimal valid body; undefined if the endpoint has none. */
export async function leastBody(
  { path, method, body }: { path: string; method: string; body?: unknown },
  stores: TestStores,
  account: TestAccount,
): Promise<unknown> {
  return body && ((await bodyMakers[`${method} ${path}`]?.(stores, account)) ?? {})
}
