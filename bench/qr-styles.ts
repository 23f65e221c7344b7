import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { dotStyles, eyeBallStyles, eyeFrameStyles, frameStyles } from '../schemas/qr-choices.ts'
import { type VisualSettings, visualSettings } from '../schemas/qr-settings.ts'
import { renderCode } from '../workers/qr/render-code.ts'

/** Writes an image with all styles for a visual check: `node --import tsx bench/qr-styles.ts`. */

const payload = 'https://wm.example/hello'
const asset_id = '018f0000-0000-7000-8000-000000000000'
const cell = 300
const picture = 236
const columns = 6
const file = fileURLToPath(new URL('results/qr-styles.png', import.meta.url))

interface Example {
  name: string
  look: object
}

const between = (from: string, to: string, more: object = {}) => ({
  gradient: {
    type: 'linear',
    rotation: 45,
    stops: [
      { offset: 0, color: from },
      { offset: 1, color: to },
    ],
    ...more,
  },
})
const logo = (more: object = {}) => ({
  error_correction: 'H',
  logo: { asset_id, size: 0.24, shape: 'circle', ...more },
})

const examples: Example[] = [
  ...dotStyles.map((dot_style) => ({ name: dot_style, look: { dot_style } })),
  ...dotStyles.map((dot_style) => ({ name: `${dot_style} 0.8`, look: { dot_style, dot_scale: 0.8 } })),
  ...eyeFrameStyles.map((style, index) => {
    const eye_ball_style = eyeBallStyles[index % eyeBallStyles.length]
    return {
      name: `${style} / ${eye_ball_style}`,
      look: { eye_frame_style: style, eye_ball_style, dot_style: 'rounded' },
    }
  }),
  {
    name: 'separate eye style',
    look: {
      eye_frame_style: 'circle',
      eye_ball_style: 'diamond',
      eye_frame_color: '#1D4ED8',
      eye_ball_color: '#DC2626',
      dot_style: 'dots',
    },
  },
  {
    name: 'linear',
    look: {
      ...between('#7C3AED', '#DB2777'),
      dot_style: 'extra_rounded',
      eye_frame_style: 'extra_rounded',
      eye_ball_style: 'circle',
    },
  },
  {
    name: 'radial',
    look: {
      ...between('#0E7490', '#1E1B4B', { type: 'radial' }),
      dot_style: 'classy_rounded',
      eye_frame_style: 'leaf',
      eye_ball_style: 'rounded',
    },
  },
  {
    name: 'dots only',
    look: {
      ...between('#B45309', '#9F1239', { apply_to: 'dots', rotation: 90 }),
      dot_style: 'bars_v',
      eye_frame_style: 'rounded',
      eye_ball_style: 'rounded',
    },
  },
  {
    name: 'eyes only',
    look: {
      ...between('#15803D', '#1D4ED8', { apply_to: 'eyes' }),
      dot_style: 'diamond',
      eye_frame_style: 'extra_rounded',
      eye_ball_style: 'rounded',
    },
  },
  {
    name: 'light on dark',
    look: {
      foreground_color: '#FDE68A',
      background_color: '#111827',
      dot_style: 'dots',
      eye_frame_style: 'circle',
      eye_ball_style: 'circle',
    },
  },
  { name: 'transparent', look: { background_transparent: true, foreground_color: '#14532D', dot_style: 'classy' } },
  {
    name: 'logo, circle',
    look: { ...logo(), dot_style: 'extra_rounded', eye_frame_style: 'extra_rounded', eye_ball_style: 'circle' },
  },
  {
    name: 'logo, rounded on a plate',
    look: {
      ...logo({ shape: 'rounded', background: '#FDE68A', size: 0.2 }),
      dot_style: 'rounded',
      eye_frame_style: 'rounded',
      eye_ball_style: 'rounded',
    },
  },
  {
    name: 'logo 0.30 at H',
    look: { ...logo({ size: 0.3, shape: 'square', padding: 0.5 }), foreground_color: '#1E3A8A' },
  },
  ...frameStyles.map((style, index) => ({
    name: `${style}, radius ${index * 2}`,
    look: {
      dot_style: 'rounded',
      frame: {
        style,
        text: ['SCAN ME', 'Speisekarte', 'Меню', 'Wi-Fi für Gäste'][index],
        radius: index * 2,
        color: ['#111827', '#4338CA', '#BE123C', '#0F766E'][index],
      },
      foreground_color: ['#111827', '#312E81', '#881337', '#134E4A'][index],
    },
  })),
  {
    name: 'border without text',
    look: {
      dot_style: 'extra_rounded',
      eye_frame_style: 'extra_rounded',
      eye_ball_style: 'rounded',
      frame: { style: 'border', radius: 5, color: '#DB2777' },
      ...between('#7C3AED', '#DB2777'),
    },
  },
  {
    name: '30 characters',
    look: { frame: { style: 'label_bottom', text: 'Noch heute ausprobieren: jetzt', radius: 3 } },
  },
]

await main()

async function main(): Promise<void> {
  const star = await drawLogo()
  const tiles = await Promise.all(examples.map((example) => drawTile(example, star)))
  const rows = Math.ceil(tiles.length / columns)
  const canvas = { width: columns * cell, height: rows * cell, channels: 3, background: '#E5E7EB' } as const
  const placed = tiles.map((input, index) => ({
    input,
    left: (index % columns) * cell,
    top: Math.floor(index / columns) * cell,
  }))
  const sheet = await sharp({ create: canvas }).composite(placed).png({ palette: true }).toBuffer()
  writeFileSync(file, sheet)
  console.log(`${file}: ${tiles.length} styles, all scanned successfully`)
}

async function drawTile({ name, look }: Example, star: Buffer): Promise<Buffer> {
  const settings: VisualSettings = visualSettings.parse(look)
  const drawn = await renderCode({ payload, settings, logo: settings.logo && star, format: 'png', size: 600 })
  if (drawn.head.kind === 'refused') throw new Error(`${name}: ${JSON.stringify(drawn.head.errors)}`)
  const code = await sharp(drawn.bytes)
    .resize({ width: picture, height: picture, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const text = `${name} · ${drawn.head.scan_check.score}`
  const label = `<svg xmlns="http://www.w3.org/2000/svg" width="${cell}" height="24"><text x="${cell / 2}" y="16" text-anchor="middle" font-family="sans-serif" font-size="15" fill="#374151">${text}</text></svg>`
  return sharp({ create: { width: cell, height: cell, channels: 4, background: '#E5E7EB' } })
    .composite([
      {
        input: code.data,
        left: Math.round((cell - code.info.width) / 2),
        top: Math.round((cell - 24 - code.info.height) / 2),
      },
      { input: Buffer.from(label), left: 0, top: cell - 28 },
    ])
    .png()
    .toBuffer()
}

function drawLogo(): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="400" height="400"><rect width="100" height="100" fill="#F97316"/><path d="M50 14 61 39 88 41 67 59 74 86 50 71 26 86 33 59 12 41 39 39Z" fill="#FFFFFF"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
