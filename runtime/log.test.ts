import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('redacts secrets at any depth', () => {
  const script = `
    import { createLog } from './runtime/log.ts'
    const log = createLog('test', { LOG_LEVEL: 'info', LOG_PRETTY: false })
    log.info({ password: 's3cret', headers: { authorization: 's3cret' }, a: { b: { api_key: 's3cret' } } }, 'hello')`
  const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  expect(stdout).toContain('hello')
  expect(stdout).toContain('[redacted]')
  expect(stdout).not.toContain('s3cret')
})
