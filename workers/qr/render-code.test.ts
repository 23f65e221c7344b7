import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { dotStyles, qrFormats } from '#schemas/qr-choices.ts'
import type { VisualSettings } from '#schemas/qr-settings.ts'
import { readWithZxing as readCode } from './decoders.ts'
import { asset_id, draw, makeLogos, unpack } from './pictures.fixture.ts'
import type { Rendered } from './render-task.ts'

const payload = 'https://example.com/hello'
const hasPoppler = spawnSync('pdftoppm', ['-v']).status === 0
let logos: Buffer[]
beforeAll(async () => {
  logos = await makeLogos()
})

const faultsOf = ({ head }: Rendered) => (head.kind === 'refused' ? head.errors.map(({ field }) => field) : [])
const gradient = {
  type: 'linear',
  rotation: 30,
  stops: [
    { offset: 0, color: '#7C3AED' },
    { offset: 1, color: '#B0175F' },
  ],
}

describe('a file', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('%s: has the requested size, and scans', async (format) => {
    const { head, bytes } = await draw({ size: 300, frame: { style: 'badge', text: 'Scan' } }, { format })
    const { width, height, format: found } = await sharp(bytes).metadata()
    expect({ width, height, found }).toEqual({
      width: 300,
      height: head.kind === 'rendered' && head.height,
      found: format,
    })
    expect(head).toMatchObject({ kind: 'rendered', mime_type: `image/${format}`, width: 300 })
    expect((await readCode(await unpack(bytes)))?.toString()).toBe(payload)
  })

  it('svg: embeds its logo', async () => {
    const { head, bytes } = await draw({ logo: { asset_id, size: 0.2 } }, { format: 'svg', logo: logos[1] ?? null })
    expect(head).toMatchObject({ mime_type: 'image/svg+xml', width: 512, height: 512 })
    expect(bytes.toString()).toContain('href="data:image/png;base64,')
    expect((await readCode(await unpack(bytes)))?.toString()).toBe(payload)
  })

  it('is identical each time it is drawn', async () => {
    for (const format of qrFormats) {
      const [one, other] = await Promise.all([draw({ gradient }, { format }), draw({ gradient }, { format })])
      expect(one.bytes.equals(other.bytes)).toBe(true)
    }
  })

  it('scans at the largest size too', async () => {
    const { head, bytes } = await draw({ size: 4096, dot_style: 'extra_rounded' })
    expect(head).toMatchObject({ width: 4096, height: 4096, scan_check: { ok: true, score: 100, warnings: [] } })
    expect((await sharp(bytes).metadata()).width).toBe(4096)
  })
})

describe('a PDF', () => {
  it('contains vectors, not pixels', async () => {
    const { bytes } = await draw({ gradient }, { format: 'pdf' })
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.includes('/Subtype /Image')).toBe(false)
    expect(bytes.includes('/ShadingType 2')).toBe(true)
    expect(/\/MediaBox \[0 0 384 384\]/.test(bytes.toString('latin1'))).toBe(true)
  })

  // poppler-utils on Debian; .ci/run installs it.
  it.skipIf(!hasPoppler).each(dotStyles.map((dot_style, index) => ({ dot_style, index })))(
    '$dot_style: scans from its page',
    async ({ dot_style, index }) => {
      const look = {
        dot_style,
        gradient: index % 2 === 0 ? gradient : { ...gradient, type: 'radial' },
        logo: index % 3 === 0 ? { asset_id, size: 0.2, shape: 'circle', background: '#FFFFFF' } : null,
        frame: index % 2 === 0 ? { style: 'label_bottom', text: 'Größe', radius: 2 } : null,
      }
      const { bytes } = await draw(look, { format: 'pdf', logo: logos[0] ?? null })
      const page = await unpack(readPage(bytes))
      expect(page.width).toBe(512)
      expect((await readCode(page))?.toString()).toBe(payload)
    },
  )
})

describe('the colors of a PDF', () => {
  it.skipIf(!hasPoppler)('are those of the picture, also between the first and the last stop only', async () => {
    const stops = [
      { offset: 0.5, color: '#7C0000' },
      { offset: 0.5, color: '#00007C' },
    ]
    const look = { gradient: { type: 'linear', rotation: 0, stops } }
    const pdf = readPage((await draw(look, { format: 'pdf' })).bytes)
    const [page, picture] = await Promise.all([pdf, (await draw(look)).bytes].map(mainColors))
    expect(page).toEqual(picture)
    expect(picture).toEqual({ left: '7c0000', right: '00007c' })
  })
})

/** The color of most dark pixels of each half. */
async function mainColors(image: Buffer): Promise<Record<'left' | 'right', string>> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const counts = { left: new Map<string, number>(), right: new Map<string, number>() }
  for (let at = 0; at < data.length; at += 3) {
    const color = data.subarray(at, at + 3).toString('hex')
    const side = (at / 3) % info.width < info.width / 2 ? counts.left : counts.right
    if (color !== 'ffffff') side.set(color, (side.get(color) ?? 0) + 1)
  }
  const most = (side: Map<string, number>) => [...side].sort(([, one], [, other]) => other - one)[0]?.[0] ?? ''
  return { left: most(counts.left), right: most(counts.right) }
}

function readPage(pdf: Buffer): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-pdf.'))
  try {
    writeFileSync(join(folder, 'code.pdf'), pdf)
    execFileSync('pdftoppm', ['-png', '-singlefile', '-r', '96', join(folder, 'code.pdf'), join(folder, 'code')])
    return readFileSync(join(folder, 'code.png'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('a code that cannot be scanned', () => {
  it('is rejected for its contrast', async () => {
    expect(faultsOf(await draw({ foreground_color: '#AAAAAA' }))).toEqual(['visual_settings.foreground_color'])
  })

  it('is rejected for its content if that is too long', async () => {
    const { head } = await draw({}, { payload: 'x'.repeat(2_332) })
    expect(head).toEqual({
      kind: 'refused',
      errors: [
        {
          field: 'content_data',
          message: 'Must be at most 2,331 bytes at this error correction level, not 2,332.',
        },
      ],
    })
  })

  it('is rejected with the size that it needs, and accepted at that size', async () => {
    const { head } = await draw({ size: 64 }, { payload: 'https://example.com/'.repeat(10) })
    const [fault] = head.kind === 'refused' ? head.errors : []
    expect(fault?.field).toBe('visual_settings.size')
    const least = Number(/at least (\d+)/.exec(fault?.message ?? '')?.[1])
    const larger = await draw({ size: least }, { payload: 'https://example.com/'.repeat(10) })
    expect(larger.head.kind).toBe('rendered')
  })

  it('is not returned if it scans to something else: the check compares every byte', async () => {
    const look: Partial<VisualSettings> = { size: 200 }
    const { bytes } = await draw(look)
    expect((await readCode(await unpack(bytes)))?.toString()).not.toBe(`${payload}!`)
    const covered = await draw({ error_correction: 'H', logo: { asset_id, size: 0.3 } }, { logo: logos[0] ?? null })
    expect(covered.head.kind).toBe('rendered')
  })
})

describe('the scan check', () => {
  it('gives a plain code the full score', async () => {
    const { head } = await draw({})
    expect(head).toMatchObject({ scan_check: { ok: true, score: 100, warnings: [] } })
  })

  it('gives a dense code a lower score, with the reason', async () => {
    const { head } = await draw({ size: 1024, dot_style: 'dots', dot_scale: 0.7 }, { payload: 'x'.repeat(900) })
    if (head.kind === 'refused') throw new Error(JSON.stringify(head.errors))
    expect(head.scan_check.score).toBeLessThan(80)
    expect(head.scan_check.warnings.join()).toContain('140 pixels')
  })

  it('scans light on dark', async () => {
    const { head } = await draw({ foreground_color: '#FFFFFF', background_color: '#000000' })
    expect(head).toMatchObject({ scan_check: { ok: true, score: 90 } })
  })

  it('scans a transparent code on the given background', async () => {
    const dark = { foreground_color: '#FFFFFF', background_color: '#000000', background_transparent: true }
    const { head, bytes } = await draw(dark)
    expect(head).toMatchObject({ scan_check: { ok: true } })
    expect((await sharp(bytes).stats()).isOpaque).toBe(false)
  })
})
