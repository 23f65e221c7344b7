import { expect, it } from 'vitest'
import { checkHealth, publishHealth } from './health.ts'

const patience = { timeout: 30_000 }
const secret = 'connect ECONNREFUSED 10.1.2.3:5432'

function counted(check: () => Promise<unknown>) {
  const logged: object[] = []
  let runs = 0
  const checks = {
    postgres: () => {
      runs += 1
      return check()
    },
  }
  return { read: publishHealth(checks, { warn: (about) => void logged.push(about) }), logged, runs: () => runs }
}

it('any number of health checks within a second cost one', async () => {
  const { read, runs } = counted(async () => 'pong')
  const results = await Promise.all(Array.from({ length: 100 }, () => read()))
  expect(results.every(({ ok }) => ok)).toBe(true)
  expect(runs()).toBe(1)
  await expect
    .poll(async () => {
      await read()
      return runs()
    }, patience)
    .toBeGreaterThan(1)
})

it('a check that takes long is shared', async () => {
  let finish = () => {}
  const { read, runs } = counted(() => new Promise<void>((resolve) => (finish = resolve)))
  const first = read()
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  const second = read()
  finish()
  expect(await second).toBe(await first)
  expect(runs()).toBe(1)
})

it('error texts are only logged, once', async () => {
  const { read, logged, runs } = counted(() => Promise.reject(new Error(secret)))
  await expect
    .poll(async () => {
      expect(await read()).toEqual({
        ok: false,
        degraded: [],
        stores: { postgres: { ok: false, ms: expect.any(Number) } },
      })
      return runs()
    }, patience)
    .toBe(2)
  expect(logged).toEqual([{ errors: { postgres: secret } }])
})

it('a process without the click store works, and says so', async () => {
  const [up, down] = [() => Promise.resolve(), () => Promise.reject(new Error(secret))]
  expect(await checkHealth({ postgres: up, clickhouse: down })).toMatchObject({ ok: true, degraded: ['clickhouse'] })
  expect(await checkHealth({ postgres: down, clickhouse: down })).toMatchObject({ ok: false, degraded: ['clickhouse'] })
})
