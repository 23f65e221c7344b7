import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOf, stepAt } from '#core/sign-in/totp.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import { createAccount, type TestAccount } from '../../test/factories/account.ts'
import { createMember } from '../../test/factories/member.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { rotateKey } from '../installation/rotate-key.ts'
import { confirmAuthenticator, findAuthenticator, startAuthenticator, takeCode } from './authenticators.ts'

let stores: TestStores
let account: TestAccount
let keys: SecretKeys
beforeAll(async () => {
  stores = await openTestStores()
  account = await createAccount(stores.sql)
  keys = new SecretKeys(stores.config)
})
afterAll(() => stores.close())

const now = 1_700_000_000_000
let mine: Awaited<ReturnType<typeof userWithApp>>
beforeEach(async () => {
  mine = await userWithApp()
})

async function userWithApp() {
  const secret = randomBytes(20)
  const { id } = await createMember(stores.sql, account, 'editor')
  await stores.sql.begin((tx) => startAuthenticator(tx, { keys, userId: id, secret }))
  const code = (offset: number) => codeOf(secret, stepAt(now) + offset)
  const entered = { userId: id, code: code(-10), now: now - 300_000 }
  const recoveryCodes = await stores.sql.begin((tx) => confirmAuthenticator(tx, keys, entered))
  if (typeof recoveryCodes === 'string') throw new Error(recoveryCodes)
  return { id, code, recoveryCodes, secret }
}

const take = (code: string, { id } = mine, at = now) => takeCode(stores.sql, keys, { userId: id, code, now: at })

describe('a code of the app', () => {
  it('works once', async () => {
    expect([await take(mine.code(0)), await take(mine.code(0))]).toEqual([true, false])
  })

  it('works once for two requests at the same time', async () => {
    const taken = await Promise.all([0, 0, 0, 0].map((offset) => take(mine.code(offset))))
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  it.each([
    [-2, false],
    [-1, true],
    [1, true],
    [2, false],
  ])('from a clock that is off by %i steps works: %s', async (offset, works) => {
    expect(await take(mine.code(offset))).toBe(works)
  })

  it('ends the codes before it', async () => {
    expect([await take(mine.code(1)), await take(mine.code(0)), await take(mine.code(-1))]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('from another user does not work', async () => {
    const other = await userWithApp()
    expect([await take(other.code(0)), await take(other.recoveryCodes[0] ?? '')]).toEqual([false, false])
    expect(await take(other.code(0), other)).toBe(true)
  })

  it('stops working after twenty wrong ones in a day, while recovery codes still work', async () => {
    for (let time = 0; time < 20; time += 1) expect(await take('000000')).toBe(false)
    await expect(take(mine.code(0))).rejects.toThrow('Too many wrong codes.')
    expect(await take(mine.recoveryCodes[0] ?? '')).toBe(true)
    await stores.sql`update authenticators set failed_since = now() - interval '25 hours' where user_id = ${mine.id}`
    expect(await take(mine.code(0))).toBe(true)
  })

  it('works after the encryption key was rotated', async () => {
    expect(await rotateKey(stores.sql, keys)).toBeGreaterThan(0)
    expect(await take(mine.code(0))).toBe(true)
  })
})

describe('a recovery code', () => {
  it('works once, however it is typed, and is counted', async () => {
    const [code = '', other = ''] = mine.recoveryCodes
    expect(mine.recoveryCodes).toHaveLength(10)
    expect(new Set(mine.recoveryCodes).size).toBe(10)
    expect([
      await take(code.toUpperCase().replaceAll('-', ' ').replaceAll('O', '0')),
      await take(code),
      await take(other),
    ]).toEqual([true, false, true])
    expect(await findAuthenticator(stores.sql, mine.id)).toMatchObject({ recovery_codes_left: 8 })
  })

  it('works once for two requests at the same time', async () => {
    const [code = ''] = mine.recoveryCodes
    expect((await Promise.all([take(code), take(code), take(code)])).filter(Boolean)).toHaveLength(1)
  })

  it('is not stored, and neither is the secret of the app', async () => {
    const rows = await stores.sql`select * from authenticators natural join recovery_codes where user_id = ${mine.id}`
    const text = JSON.stringify(rows)
    expect(rows).toHaveLength(10)
    expect(text).toContain('sealed:')
    expect(text).not.toContain(mine.secret.toString('base64url'))
    for (const code of mine.recoveryCodes) expect(text).not.toContain(code)
  })
})
