import type { Command } from 'commander'
import type { Waymark } from '#sdk'
import { confirm } from './confirm.ts'
import { connect } from './connect.ts'
import { openInBrowser } from './open-in-browser.ts'
import { printJson, printRecord, printTable } from './print.ts'

type CreateInput = Parameters<Waymark['links']['create']>[0]
type ListInput = NonNullable<Parameters<Waymark['links']['list']>[0]>

interface LinkOptions {
  url?: string
  slug?: string
  domain?: string
  name?: string
  tag?: string[]
  campaign?: string
  expires?: string
  disable?: boolean
  enable?: boolean
  json?: boolean
}

export function addLinkCommands(links: Command): void {
  links
    .command('list')
    .description('List links, newest first')
    .option('--search <text>', 'part of the name, slug or destination')
    .option('--tag <tag...>', 'links with any of these tags')
    .option(
      '--status <status>',
      'active, scheduled, expired, limit_reached, archived, disabled, quarantined, trashed or all',
    )
    .option('--sort <field>', 'created_at, name, clicks, last_clicked_at or expires_at')
    .option('--limit <number>', 'maximum number of links', '20')
    .option('--json', 'print JSON')
    .action(listLinks)
  withFields(links.command('create').argument('<url>', 'destination').description('Create a link')).action(createLink)
  const link = ['<link>', 'slug or ID of the link'] as const
  links
    .command('get')
    .argument(...link)
    .description('Show a link')
    .option('--json', 'print JSON')
    .action(async (id, { json }) => printRecord(await (await connect()).links.get(id), json))
  withFields(
    links
      .command('update')
      .argument(...link)
      .description('Change a link'),
  )
    .option('--url <url>', 'new destination')
    .option('--disable', 'disable the link: visitors see a 404 page')
    .option('--enable', 'enable a disabled link')
    .action(updateLink)
  links
    .command('delete')
    .argument(...link)
    .description('Delete a link and its clicks')
    .option('--yes', 'skip the confirmation')
    .action(deleteLink)
  links
    .command('open')
    .argument(...link)
    .description('Open a link in the browser')
    .action(async (id) => openInBrowser((await (await connect()).links.get(id)).short_url))
}

function withFields(command: Command): Command {
  return command
    .option('--slug <slug>', 'the part after the slash; default: generated')
    .option('--domain <host>', 'one of your branded domains')
    .option('--name <name>', 'name in lists')
    .option('--tag <tag...>', 'tags')
    .option('--campaign <campaign>', 'name or ID of a campaign')
    .option('--expires <time>', 'expiration date (ISO 8601), such as 2026-12-31T23:59:00Z')
    .option('--json', 'print JSON')
}

async function listLinks(options: {
  search?: string
  tag?: string[]
  status?: string
  sort?: string
  limit: string
  json?: boolean
}) {
  const most = Number(options.limit)
  if (!Number.isInteger(most) || most < 1) throw new Error('--limit must be a whole number from 1.')
  const query = {
    limit: Math.min(most, 100),
    ...(options.search !== undefined && { search: options.search }),
    ...(options.tag !== undefined && { tags: options.tag.join(',') }),
    // The API names the values that it accepts.
    ...(options.status !== undefined && { status: options.status as NonNullable<ListInput['status']> }),
    ...(options.sort !== undefined && { sortBy: options.sort as NonNullable<ListInput['sortBy']> }),
  }
  const found: Awaited<ReturnType<Waymark['links']['get']>>[] = []
  for await (const link of (await connect()).links.list(query)) {
    found.push(link)
    if (found.length === most) break
  }
  if (options.json) return printJson(found)
  const rows = found.map((link) => [link.short_url, link.click_count, link.status, link.name, link.original_url])
  printTable(['LINK', 'CLICKS', 'STATUS', 'NAME', 'DESTINATION'], rows)
}

async function createLink(url: string, options: LinkOptions) {
  const link = await (await connect()).links.create({ url, ...readFields(options) })
  if (options.json) printJson(link)
  else process.stdout.write(`${link.short_url}\n`)
}

async function updateLink(id: string, options: LinkOptions) {
  if (options.enable && options.disable) throw new Error('Use either --enable or --disable.')
  const changes = {
    ...readFields(options),
    ...(options.url !== undefined && { url: options.url }),
    ...((options.enable || options.disable) && { is_active: options.enable === true }),
  }
  if (Object.keys(changes).length === 0) throw new Error('Nothing to change. See waymark links update --help.')
  const waymark = await connect()
  const link = await waymark.links.get(id)
  printRecord(await waymark.links.update(link.id, changes), options.json)
}

async function deleteLink(id: string, { yes }: { yes?: boolean }) {
  const waymark = await connect()
  const link = await waymark.links.get(id)
  if (!yes) await confirm(`Delete ${link.short_url} and its ${link.click_count} clicks? This cannot be undone.`)
  await waymark.links.delete(link.id)
  process.stdout.write(`Deleted ${link.short_url}.\n`)
}

function readFields({ slug, domain, name, tag, campaign, expires }: LinkOptions): Omit<CreateInput, 'url'> {
  return {
    ...(slug !== undefined && { custom_alias: slug }),
    ...(domain !== undefined && { url_type: 'branded', branded_domain: domain }),
    ...(name !== undefined && { name }),
    ...(tag !== undefined && { tags: tag }),
    ...(campaign !== undefined && { campaign_id: campaign }),
    ...(expires !== undefined && { expires_at: expires }),
  }
}
