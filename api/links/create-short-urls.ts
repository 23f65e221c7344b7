import { readBody } from '#core/read-body.ts'
import { runLanes } from '#core/run-lanes.ts'
import { createLinks } from '#model/links/create-links.ts'
import { describeLink } from '#model/links/describe-link.ts'
import type { PlainNewLink } from '#model/links/new-link.ts'
import { lookUpsOfMany, readNewLink } from '#model/links/read-new-link.ts'
import { wasRefused } from '#runtime/postgres.ts'
import { bulkShortUrls, createShortUrlsBody } from '#schemas/bulk-links.ts'
import { type CreateShortUrlBody, createShortUrlBody, type ShortUrl } from '#schemas/links.ts'
import { endpoint } from '../frame/endpoint.ts'
import { Outcomes } from './bulk.ts'
import { type Creating, createFrom, presentFound } from './create-short-url.ts'

/** Links of one transaction, which locks all of their codes. */
const mostTogether = 250
const hashesAtOnce = 4

interface Item {
  index: number
  body: CreateShortUrlBody
}

type NewItem = Item & { input: PlainNewLink }

export const createShortUrls = endpoint({
  method: 'POST',
  path: '/short-urls/bulk',
  summary: 'Create short URLs in bulk',
  description: 'Up to 1,000 per request.',
  permission: 'write',
  bulk: true,
  bodyLimit: 'bulk',
  body: createShortUrlsBody,
  example: { urls: [{ url: 'https://example.com/one' }, { url: 'https://example.com/two', custom_alias: 'two' }] },
  reply: bulkShortUrls,
  async handle({ body, ...context }) {
    const outcomes = new Outcomes<ShortUrl>(context.log)
    const items = readItems(body.urls, outcomes)
    const isPlain = ({ body: item }: Item) => !item.find_if_exists && !item.generate_qr
    const left = await createTogether(context, items.filter(isPlain), outcomes)
    const others = items.filter((item) => !isPlain(item))
    await outcomes.forEach([...left, ...others], (item) => createAlone(context, item.body))
    return outcomes.get()
  },
})

function readItems(urls: readonly unknown[], outcomes: Outcomes<ShortUrl>): Item[] {
  return urls.flatMap((item, index) => {
    try {
      return [{ index, body: readBody(createShortUrlBody, item) }]
    } catch (error) {
      outcomes.fail(index, error)
      return []
    }
  })
}

/** Creates plain links with few transactions. Returns those that have to be created one by one. */
async function createTogether(
  context: Creating,
  items: readonly Item[],
  outcomes: Outcomes<ShortUrl>,
): Promise<Item[]> {
  const left: Item[] = []
  const found = await readInputs(context, items, outcomes)
  for (let start = 0; start < found.length; start += mostTogether) {
    left.push(...(await createSome(context, found.slice(start, start + mostTogether), outcomes)))
  }
  return left
}

async function readInputs(context: Creating, items: readonly Item[], outcomes: Outcomes<ShortUrl>): Promise<NewItem[]> {
  const lookUps = await lookUpsOfMany(
    context,
    items.map(({ body }) => body),
  )
  // Several at once, since hashing a password takes a while.
  const found = await runLanes(items, hashesAtOnce, async (item) => {
    try {
      return { ...item, input: await readNewLink(context, item.body, lookUps) }
    } catch (error) {
      outcomes.fail(item.index, error)
      return undefined
    }
  })
  return found.filter((item) => item !== undefined)
}

async function createSome(
  { sql, redis, config, log }: Creating,
  items: readonly NewItem[],
  outcomes: Outcomes<ShortUrl>,
): Promise<Item[]> {
  try {
    const links = await createLinks(
      { sql, redis, config, log },
      items.map(({ input }) => input),
    )
    const now = Date.now()
    return items.filter(({ index }, place) => {
      const link = links[place]
      if (link) outcomes.succeed(index, describeLink(link, config, now))
      return !link
    })
  } catch (error) {
    // One of them refers to something that was just deleted, for example.
    if (wasRefused(error)) return [...items]
    for (const { index } of items) outcomes.fail(index, error)
    return []
  }
}

async function createAlone(context: Creating, body: CreateShortUrlBody): Promise<ShortUrl> {
  const outcome = await createFrom(context, body)
  if (outcome.kind === 'found') return await presentFound(context, outcome.link_id)
  return describeLink(outcome.link, context.config, Date.now())
}
