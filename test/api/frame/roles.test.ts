import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertKey } from '#model/accounts/keys.ts'
import { permissions } from '#schemas/permissions.ts'
import { type Right, type Role, rights, roleHas, roles } from '#schemas/roles.ts'
import { appCalls } from '../../../api/app-calls.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { neededRight } from '../../../api/frame/auth/right-rules.ts'
import { createAccount, type TestAccount } from '../../factories/account.ts'
import { leastBody, makerFor } from '../../factories/objects.ts'
import { drawCodes } from '../support/draw-codes.ts'
import { type SignedIn, signInAs } from '../support/members.ts'
import { account, api, stores, useApi, useOneAccount } from '../support/use-api.ts'

useApi()
useOneAccount('enterprise')

let drawing: ReturnType<typeof drawCodes>
let elsewhere: TestAccount
let people: Record<Role, SignedIn>
/** Keys that the members created, for everything and for one domain. */
let keys: Record<Role, { free: string; bound: string }>
beforeAll(async () => {
  drawing = drawCodes(stores)
  elsewhere = await createAccount(stores.sql)
  const all = await Promise.all(roles.map(async (role) => [role, await signInAs(role, account)] as const))
  people = Object.fromEntries(all) as typeof people
  keys = Object.fromEntries(
    await Promise.all(
      roles.map(async (role) => {
        const made = { account_id: account.id, name: role, permissions, created_by: people[role].id }
        const free = await insertKey(stores.sql, made)
        const bound = await insertKey(stores.sql, { ...made, domain_ids: [account.id] })
        return [role, { free: free.key, bound: bound.key }] as const
      }),
    ),
  ) as typeof keys
})
afterAll(() => drawing.close())

const calls = [
  ...endpoints.map((endpoint) => ({ ...endpoint, root: '/api/v1' })),
  ...appCalls.map((endpoint) => ({ ...endpoint, root: '/api/app' })),
].map((call) => ({ ...call, name: `${call.method} ${call.root}${call.path}`, right: neededRight(call) }))

const nobody = '01890000-0000-7000-8000-000000000000'
const fill = (path: string, id = nobody) => path.replace(/\{\w+\}/g, encodeURIComponent(id))

/** Neither of these may succeed: they would end the sessions of the other cases, or never end. */
const skipped = ['DELETE /api/app/membership', 'DELETE /api/app/sessions', 'GET /api/app/live']

it('has a rule for every endpoint', () => {
  expect(calls.filter(({ right }) => right === null).map(({ name }) => name)).toEqual([])
  const used = new Set<Right | null>(calls.map(({ right }) => right))
  expect(Object.keys(rights).filter((right) => !used.has(right as Right))).toEqual([])
})

it('lets nobody call a path without a rule', () => {
  expect(neededRight({ method: 'GET', path: '/short-urlsx' })).toBe(null)
  expect(neededRight({ method: 'POST', path: '/me' })).toBe(null)
})

it('gives each role what the next one has, and more', () => {
  for (const [index, role] of roles.entries()) {
    const lower = roles.slice(index + 1)
    const ofLower = (Object.keys(rights) as Right[]).filter((right) => lower.some((other) => roleHas(other, right)))
    expect(
      ofLower.filter((right) => !roleHas(role, right)),
      role,
    ).toEqual([])
  }
  expect(calls.filter(({ right }) => right !== null && !roleHas('owner', right))).toEqual([])
})

const isRefusedByRole = ({ status, json }: { status: number; json: { error?: { details?: unknown } } | undefined }) =>
  status === 403 && typeof (json?.error?.details as { required_right?: unknown })?.required_right === 'string'

/** A request that nobody signed, or that fails, is not refused by the role, but proves nothing about it. */
const provesNothing = [401, 500]

describe.each(calls.filter(({ name }) => !skipped.includes(name)))('$name', (call) => {
  const { method, path, root, right } = call
  const allowed = (role: Role) => right !== null && roleHas(role, right)

  it('is refused to exactly the roles without its right, and to their keys', async () => {
    for (const role of roles) {
      const byUser = await people[role].call(method, fill(path), undefined, root)
      expect(isRefusedByRole(byUser), `${role}: ${byUser.text}`).toBe(!allowed(role))
      expect(provesNothing, `${role}: ${byUser.text}`).not.toContain(byUser.status)
      if (root !== '/api/v1') continue
      for (const kind of ['free', 'bound'] as const) {
        const byKey = await api.request(method, fill(path), { key: keys[role][kind] })
        expect(isRefusedByRole(byKey), `the ${kind} key of the ${role}: ${byKey.text}`).toBe(!allowed(role))
        expect(provesNothing, `the ${kind} key of the ${role}: ${byKey.text}`).not.toContain(byKey.status)
      }
    }
  })
})

const ofObjects = calls.flatMap((call) => {
  const makeObject = call.root === '/api/v1' ? makerFor(call.path) : undefined
  return makeObject === undefined ? [] : [{ ...call, makeObject }]
})

describe.each(ofObjects)('$name', (call) => {
  const { method, path, root, right, makeObject } = call
  const ask = async (role: Role, id: string) => {
    const body = await leastBody(call, stores, account)
    return await people[role].call(method, fill(path, id), body, root)
  }

  it('reaches own objects with the least role that may, and foreign ones with none', async () => {
    const foreign = await makeObject(stores, elsewhere)
    for (const role of roles) {
      const { status, json } = await ask(role, foreign)
      expect([403, 404], json?.error?.message).toContain(status)
    }
    // Apps belong to the user who allowed them; other users need the right for all apps.
    const least = path.startsWith('/me/connected-apps')
      ? 'admin'
      : roles.findLast((role) => right && roleHas(role, right))
    const own = await ask(least ?? 'owner', await makeObject(stores, account))
    expect(own.status, own.text).toBeLessThan(400)
  })
})
