import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '../../../embedded/ports.ts'
import { root } from '../../../tools/root.ts'
import { eventually } from '../../stack/eventually.ts'
import { deliverySettings, startDelivering } from '../../webhooks/deliver.ts'
import { type Received, type Receiver, startReceiver } from '../../webhooks/receiver.ts'
import { account, api, key, keyOf, stores } from '../support/use-api.ts'
import { ask, create, useWebhooks } from '../support/webhooks.ts'
import { recipe, recipeNames, run, runFormula, runWordPress } from './run-recipe.fixture.ts'

useWebhooks(deliverySettings)

type Permissions = Parameters<typeof keyOf>[1]
/** The environment of a recipe, with the permissions that it names. */
const as = async (...permissions: NonNullable<Permissions>) => ({
  WAYMARK_URL: api.url,
  WAYMARK_KEY: await keyOf(account, permissions),
})
const links = async () => (await ask('GET', '/short-urls')).json.data

it('every code block of docs/recipes.md is in a test below', () => {
  expect(recipeNames).toEqual(['create', 'github', 'zapier', 'n8n', 'slack', 'sheets', 'wordpress'])
})

describe('the request that creates a link', () => {
  it('creates it once', async () => {
    const env = await as('write')
    const replies = [
      await run('bash', ['-c', recipe('create')], { env }),
      await run('bash', ['-c', recipe('create')], { env }),
    ]
    const [first, second] = replies.map(({ stdout }) => JSON.parse(stdout).data)
    expect(second).toEqual(first)
    expect(await links()).toMatchObject([
      { id: first.id, original_url: 'https://example.com/spring', tags: ['newsletter'] },
    ])
  })

  it('fails with the message of the API, and creates nothing, if the key may not create links', async () => {
    const { status, stdout } = await run('bash', ['-c', recipe('create')], { env: await as('read') })
    expect(status).toBe(22)
    expect(JSON.parse(stdout).error.message).toContain('write')
    expect(await links()).toEqual([])
  })
})

describe('GitHub Actions', () => {
  const release = { html_url: 'https://github.com/a/b/releases/tag/v1', tag_name: `v1 "it's" $(touch /dev/null) ünï` }
  const summary = join(root, '.cache', `summary-${process.pid}.txt`)
  beforeEach(() => {
    mkdirSync(dirname(summary), { recursive: true })
    writeFileSync(summary, '')
  })
  afterAll(() => rmSync(summary, { force: true }))

  /** Runs the steps of the workflow, with expressions replaced as GitHub does. */
  async function runSteps(values: Record<string, string>) {
    const context: Record<string, unknown> = {
      'vars.WAYMARK_URL': values['WAYMARK_URL'],
      'secrets.WAYMARK_KEY': values['WAYMARK_KEY'],
      'toJSON(github.event.release.html_url)': JSON.stringify(release.html_url),
      'toJSON(github.event.release.tag_name)': JSON.stringify(release.tag_name),
    }
    const fill = (text: string) => text.replace(/\$\{\{ (.+?) \}\}/g, (_, name: string) => String(context[name]))
    const [step, ...others] = parse(recipe('github')).jobs.link.steps as { env: Record<string, string>; run: string }[]
    expect(others).toEqual([])
    const env = Object.entries(step?.env ?? {}).map(([name, value]) => [name, fill(value)])
    const settings = { ...Object.fromEntries(env), GITHUB_STEP_SUMMARY: summary }
    return await run('bash', ['--noprofile', '--norc', '-e', '-c', step?.run ?? ''], { env: settings })
  }

  it('creates one link for a release, also when the run is repeated', async () => {
    const values = await as('write')
    expect(await runSteps(values)).toMatchObject({ status: 0, stderr: '' })
    expect(await runSteps(values)).toMatchObject({ status: 0 })
    const [link, ...others] = await links()
    expect(others).toEqual([])
    expect(link).toMatchObject({ original_url: release.html_url, name: release.tag_name, tags: ['release'] })
    expect(readFileSync(summary, 'utf8')).toBe(`${link.short_url}\n`.repeat(2))
  })

  it('fails with the message of the API', async () => {
    const { status, stdout } = await runSteps(await as('read'))
    expect({ status, reply: JSON.parse(stdout) }).toMatchObject({ status: 1, reply: { success: false } })
    expect(readFileSync(summary, 'utf8')).toBe('')
  })
})

describe('recipes with webhooks', () => {
  let delivering: ReturnType<typeof startDelivering>
  beforeAll(() => {
    delivering = startDelivering(stores)
  })
  afterAll(() => delivering.stop())

  const require = createRequire(import.meta.url)
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor

  async function runInZapier({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string) {
    const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`])
    const code = AsyncFunction('require', 'inputData', `let output\n${recipe('zapier')}\nreturn output`)
    return await code(require, { body, id, timestamp, signatures, secret })
  }

  async function runInN8n({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string) {
    const code = AsyncFunction('require', '$input', recipe('n8n').replace('whsec_...', secret))
    const helpers = { getBinaryDataBuffer: async () => Buffer.from(body) }
    const [item] = await code.call({ helpers }, require, { first: () => ({ json: { headers } }) })
    return item.json
  }

  describe('Zapier and n8n', () => {
    let receiver: Receiver
    beforeAll(async () => {
      receiver = await startReceiver()
    })
    afterAll(() => receiver.close())

    it('accept events with a valid signature only', async () => {
      const hook = await create({ url: receiver.url, events: ['url.created'] })
      await ask('POST', '/short-urls', { url: 'https://example.com/ünï', name: 'Grüße' })
      const got = await eventually(() => {
        const [first] = receiver.received
        if (first === undefined) throw new Error('no event has arrived')
        return first
      })
      const second = 'v1,AAAA'
      const rotated = {
        ...got,
        headers: { ...got.headers, 'webhook-signature': `${second} ${got.headers['webhook-signature']}` },
      }
      const old = { ...got, headers: { ...got.headers, 'webhook-timestamp': '1700000000' } }
      const changed = { ...got, body: got.body.replace('Grüße', 'Grüsse') }
      const unsigned = { ...got, headers: { ...got.headers, 'webhook-signature': 'v1,ü' } }
      for (const runCode of [runInZapier, runInN8n]) {
        expect(await runCode(got, hook.secret)).toMatchObject({ type: 'url.created', data: { name: 'Grüße' } })
        expect(await runCode(rotated, hook.secret)).toMatchObject({ type: 'url.created' })
        await expect(runCode(old, hook.secret)).rejects.toThrow('too old')
        for (const forged of [changed, unsigned])
          await expect(runCode(forged, hook.secret)).rejects.toThrow('not match')
        await expect(runCode(got, 'whsec_AAAA')).rejects.toThrow('not match')
      }
    })
  })

  describe('Slack', () => {
    let slack: Receiver
    let child: ChildProcess | undefined
    /** In the tree, so that its imports resolve. */
    const file = join(root, '.cache', `slack-relay-${process.pid}.mjs`)
    beforeAll(async () => {
      slack = await startReceiver()
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, recipe('slack'))
    })
    afterAll(async () => {
      child?.kill()
      rmSync(file, { force: true })
      await slack.close()
    })

    it('posts signed events, and again if Slack was not available', async () => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}/`
      const hook = await create({ url, events: ['url.created', 'url.updated'] })
      const env = { WEBHOOK_SECRET: hook.secret, SLACK_WEBHOOK_URL: slack.url, PORT: String(port) }
      const relay = spawn(process.execPath, [file], { env, stdio: ['ignore', 'inherit', 'pipe'] })
      child = relay
      let printed = ''
      relay.stderr.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
      })
      const forged = await eventually(() => fetch(url, { method: 'POST', body: '{}' })).catch((error: unknown) => {
        throw new Error(`The relay did not start: ${printed}`, { cause: error })
      })
      expect({ status: forged.status, printed }).toEqual({
        status: 401,
        printed: 'The header webhook-id is missing.\n',
      })
      const huge = await fetch(url, { method: 'POST', body: 'x'.repeat(2_000_000) }).catch(() => null)
      // The server may close the connection before the client reads the response.
      expect([413, undefined]).toContain(huge?.status)

      slack.answer = (_, response) => {
        slack.answer = (_again, later) => void later.end('ok')
        response.writeHead(500).end()
      }
      const destination = 'https://example.com/?a=1&b=<!channel>'
      const { json } = await ask('POST', '/short-urls', { url: destination })
      await eventually(() => expect(slack.received).toHaveLength(2))
      const [first, second] = slack.received.map(({ body }) => JSON.parse(body).text as string)
      expect(second).toBe(first)
      expect(first).toContain(`New link: ${json.data.short_url} to https://example.com/?a=1&amp;b=`)
      expect(first).not.toMatch(/[<>]/)

      await ask('PUT', `/short-urls/${json.data.id}`, { name: 'Renamed' })
      await eventually(async () => {
        const reply = await ask('GET', `/webhooks/${hook.id}/deliveries?status=succeeded`)
        expect(reply.json.data.map(({ event }: { event: string }) => event)).toContain('url.updated')
      })
      expect(slack.received).toHaveLength(2)
    })
  })
})

describe('Google Sheets', () => {
  it('creates each link once, and reads its clicks', async () => {
    const env = await as('read', 'write')
    const [first] = (await runFormula(`[SHORTEN('https://example.com/?q=ü&b=1#c'), SHORTEN('')]`, env)) as string[]
    const shortened = await runFormula(
      `SHORTEN([['https://example.com/?q=ü&b=1#c', ''], ['https://example.org/', '']])`,
      env,
    )
    expect(shortened).toEqual([
      [first, ''],
      [expect.stringMatching(/^http/), ''],
    ])
    const created = await links()
    expect(created).toHaveLength(2)
    const { id } = created.find(({ short_url }: { short_url: string }) => short_url === first)
    await stores.sql`update link_counts set clicks = 7 where link_id = ${id}`
    expect(await runFormula(`CLICKS([['${first}', '']])`, env)).toEqual([[7, '']])
  })

  it('shows the message of the API in the cell', async () => {
    const env = await as('read', 'write')
    expect(await runFormula(`SHORTEN('ftp://example.com')`, env)).toMatch(/^#ERROR! `url` must start with http/)
    expect(await runFormula(`CLICKS('missing')`, env)).toMatch(/^#ERROR! .*not found/i)
    expect(await links()).toEqual([])
  })
})

describe('WordPress', async () => {
  const { status } = await run('php', ['-v'])
  if (status === undefined) console.warn('SKIPPED: the WordPress recipe needs php, which is not installed.')

  it.skipIf(status === undefined)('creates a link for each published post, once', async () => {
    const permalink = 'https://blog.example.com/2026/über/?p=1&b=2'
    const post = { id: 7, post_type: 'post', post_status: 'publish', post_title: `It's "new"`, permalink }
    const others = [
      { ...post, id: 8, post_type: 'revision' },
      { ...post, id: 9, post_status: 'draft' },
    ]
    const env = await as('write')
    const { stdout, stderr } = await runWordPress([post, post, ...others], env)
    const [link, ...more] = await links()
    expect({ more, stderr }).toEqual({ more: [], stderr: '' })
    expect(link).toMatchObject({ name: post.post_title, external_id: 'wordpress-7' })
    expect(JSON.parse(stdout)).toEqual({ 7: { short_url: link.short_url } })
  })

  it.skipIf(status === undefined)('logs the message of the API, and stores nothing', async () => {
    const post = { id: 7, post_type: 'post', post_status: 'publish', post_title: '', permalink: 'https://example.com/' }
    const { stdout, stderr } = await runWordPress([post], { ...(await as('write')), WAYMARK_KEY: `${key}x` })
    expect({ stdout, stderr }).toEqual({ stdout: '[]', stderr: expect.stringMatching(/Waymark: .*API key/) })
  })
})
