import { chmod, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { spoolFolder } from '#model/spool/spool-folder.ts'
import { linkWriter } from '../../test/redirector/link-writer.ts'
import { runRedirector, spooled } from '../../test/redirector/run-redirector.ts'
import { visit } from '../../test/redirector/visit.ts'
import { openToOthers } from '../../test/stack/open-to-others.ts'
import { openTestStores } from '../../test/stack/stores.ts'

it('hides clicks from other users of the machine, even in existing folders with open permissions', async () => {
  const umask = process.umask(0o022)
  const stores = await openTestStores({ REDIRECT_PORT: '0', LISTEN_HOST: '127.0.0.1' })
  onTestFinished(async () => {
    process.umask(umask)
    await stores.close()
  })
  const folder = spoolFolder(stores.config.DATA_DIR, 0)
  await mkdir(folder, { recursive: true })
  for (const path of [dirname(folder), folder]) await chmod(path, 0o755)
  const links = await linkWriter(stores.sql, stores.config.BASE_DOMAIN)
  await links.insert('tracked', { tracking_enabled: true })
  const redirector = await runRedirector(stores)
  onTestFinished(() => redirector.lifecycle.stop())
  expect((await visit(redirector.port, '/tracked?token=secret')).status).toBe(302)
  expect(await spooled(stores)).toHaveLength(1)
  expect(await openToOthers(dirname(folder))).toEqual([])
})
