import { expect, it } from 'vitest'
import { createLifecycle } from './lifecycle.ts'
import { createLog } from './log.ts'

const log = createLog('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false })

it('undoes the startup steps in reverse order, once, and continues if one fails', async () => {
  const lifecycle = createLifecycle(log)
  const stopped: string[] = []
  lifecycle.onStop('first', () => void stopped.push('first'))
  lifecycle.onStop('second', () => {
    stopped.push('second')
    throw new Error('cannot stop')
  })
  lifecycle.onStop('third', async () => void stopped.push('third'))
  expect(lifecycle.stopping).toBe(false)
  await Promise.all([lifecycle.stop(), lifecycle.stop()])
  expect(lifecycle.stopping).toBe(true)
  expect(stopped).toEqual(['third', 'second', 'first'])
})
