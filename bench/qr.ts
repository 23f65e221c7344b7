import { renderQr } from '#model/qr-codes/render-qr.ts'
import { openQueue, type TypedQueue } from '#runtime/queues.ts'
import { connectRedis, whenReady } from '#runtime/redis.ts'
import type { QrFormat } from '#schemas/qr-choices.ts'
import { visualSettings } from '#schemas/qr-settings.ts'
import { cpuPer, readAll } from './process-cpu.ts'
import { type Measured, number, type Options, plainRow } from './result.ts'
import { type Stack, startWorkers } from './stack.ts'
import { spreadOf } from './statistics.ts'
import { openBatches } from './store-batches.ts'

interface Drawing {
  name: string
  format: QrFormat
  size: number
  /** Codes in a round, each with different content, since a cached code costs nothing. */
  codes: number
}

const drawings: Drawing[] = [
  { name: 'SVG', format: 'svg', size: 512, codes: 40 },
  { name: 'PNG, 512 px', format: 'png', size: 512, codes: 40 },
  { name: 'JPEG, 512 px', format: 'jpeg', size: 512, codes: 40 },
  { name: 'WebP, 512 px', format: 'webp', size: 512, codes: 40 },
  { name: 'PDF', format: 'pdf', size: 512, codes: 40 },
  { name: 'PNG, 4096 px', format: 'png', size: 4096, codes: 6 },
]

/** Connected dots with a gradient, a separate eye style and a frame: more work than a plain code. */
const settings = visualSettings.parse({
  dot_style: 'extra_rounded',
  eye_frame_style: 'extra_rounded',
  eye_ball_style: 'circle',
  gradient: {
    type: 'linear',
    rotation: 45,
    stops: [
      { offset: 0, color: '#7C3AED' },
      { offset: 1, color: '#DB2777' },
    ],
  },
  frame: { style: 'label_bottom', text: 'SCAN ME', radius: 2 },
})
const warmUpCodes = 10
/** Concurrent callers while batches of clicks are stored. */
const busyCallers = 4
const batches = 25

interface Round {
  cpuMs: Record<string, number>
  batchMs: number
  batchWhileDrawingMs: number
}

type Draw = (drawing: Pick<Drawing, 'format' | 'size'>) => Promise<void>

/** Measures how the real workers draw and scan codes, and the effect on storing clicks. */
export async function benchQr(stack: Stack, options: Options): Promise<Measured> {
  console.log('qr: starting the workers ...')
  const workers = await startWorkers(stack)
  const connection = connectRedis(stack.urls.redis_url, { name: 'bench qr' })
  await whenReady(connection)
  const queue = openQueue('qr', connection)
  const clicks = await openBatches(stack.urls.redis_url)
  try {
    const draw = drawThrough(stack, queue)
    for (let code = 0; code < warmUpCodes; code++) await draw({ format: 'png', size: 512 })
    const rounds: Round[] = []
    for (let round = 1; round <= options.rounds; round++) {
      const measured = await measureRound(draw, workers, () => clicks.store(batches))
      rounds.push(measured)
      console.log(`qr ${round}/${options.rounds}  ${describe(measured)}`)
    }
    return summarize(rounds)
  } finally {
    await clicks.close()
    await queue.close()
    connection.disconnect()
  }
}

function drawThrough(stack: Stack, qrQueue: TypedQueue<'qr'>): Draw {
  let code = 0
  return async ({ format, size }) => {
    const payload = `https://wm.example/${String(++code).padStart(7, '0')}`
    const drawn = await renderQr({ redis: stack.redis, qrQueue }, { payload, settings, logo: null, format, size })
    if (drawn.kind !== 'rendered') throw new Error(`a code was not drawn: ${JSON.stringify(drawn)}`)
  }
}

async function measureRound(draw: Draw, workers: number, storeBatches: () => Promise<number>): Promise<Round> {
  const cpuMs: Record<string, number> = {}
  for (const drawing of drawings) {
    const readings = readAll({ workers })
    for (let code = 0; code < drawing.codes; code++) await draw(drawing)
    cpuMs[drawing.name] = (cpuPer(drawing.codes, { workers }, readings).workers ?? Number.NaN) / 1_000
  }
  const batchMs = await storeBatches()
  let isOver = false
  const callers = Array.from({ length: busyCallers }, async () => {
    while (!isOver) await draw({ format: 'png', size: 1_024 })
  })
  const batchWhileDrawingMs = await storeBatches()
  isOver = true
  await Promise.all(callers)
  return { cpuMs, batchMs, batchWhileDrawingMs }
}

function summarize(rounds: readonly Round[]): Measured {
  const cpuRows = drawings.map(({ name }) =>
    plainRow(name, 'ms', spreadOf(rounds.map(({ cpuMs }) => cpuMs[name] ?? Number.NaN))),
  )
  const idle = spreadOf(rounds.map(({ batchMs }) => batchMs))
  const busy = spreadOf(rounds.map(({ batchWhileDrawingMs }) => batchWhileDrawingMs))
  return {
    rows: [
      ...cpuRows.map((row) => ({ ...row, label: `QR code drawn and scanned, ${row.label}: CPU` })),
      plainRow('1000 clicks stored, p50', 'ms', idle),
      plainRow('1000 clicks stored, p50, while codes are drawn', 'ms', busy, `${busyCallers} callers`),
    ],
    plot: {
      title: 'CPU time per QR code, by format',
      subtitle: 'ms of the workers, lower is better · drawn, then scanned three times',
      rows: cpuRows,
    },
    rounds,
  }
}

function describe({ cpuMs, batchMs, batchWhileDrawingMs }: Round): string {
  const parts = Object.entries(cpuMs).map(([name, ms]) => `${name} ${number(ms)}`)
  return `ms: ${parts.join(', ')}; 1000 clicks ${number(batchMs)}, while drawing ${number(batchWhileDrawingMs)}`
}
