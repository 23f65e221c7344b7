import { resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { projectDir } from '#runtime/project.ts'
import { visualSettings } from '#schemas/qr-settings.ts'
import { DrawThread } from './render-in-thread.ts'

let thread = new DrawThread()
afterEach(() => thread.close())

const start = () => {
  thread = new DrawThread(resolve(projectDir, 'workers/qr/draw-thread/main.ts'))
  return thread
}
const task = (size: number, payload = 'https://example.com/hello') =>
  ({ payload, settings: visualSettings.parse({ size }), size, format: 'png', logo: null }) as const

describe('the drawing thread', () => {
  it('draws and scans without stopping the event loop', async () => {
    const { render } = start()
    await render(task(128))
    const begun = performance.now()
    let [last, longest] = [begun, 0]
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 5)
    const { head, bytes } = await render(task(2_048))
    clearInterval(timer)
    expect(head).toMatchObject({ kind: 'rendered', width: 2_048, scan_check: { ok: true } })
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    // In this process, the scans of the file alone would stop it for about half of the time.
    expect(longest).toBeLessThan((performance.now() - begun) / 4)
  }, 60_000)

  it('returns results in the order of the requests', async () => {
    const { render } = start()
    const heads = await Promise.all([render(task(256)), render(task(256, 'x'.repeat(9_000))), render(task(128))])
    expect(heads.map(({ head }) => (head.kind === 'rendered' ? head.width : head.kind))).toEqual([256, 'refused', 128])
  }, 60_000)

  it('fails what it was drawing when it ends, and starts again', async () => {
    const { render } = start()
    const failure = render(task(4_096)).catch(String)
    await thread.close()
    expect(await failure).toContain('The drawing thread ended.')
    expect((await render(task(128))).head.kind).toBe('rendered')
  }, 60_000)

  it('passes on an error and goes on', async () => {
    const { render } = start()
    const broken = { ...task(128), settings: JSON.parse('null') }
    await expect(render(broken)).rejects.toThrow(/null/)
    expect((await render(task(128))).head.kind).toBe('rendered')
  }, 60_000)
})
