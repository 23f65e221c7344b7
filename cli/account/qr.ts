import { open, rm } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Command } from 'commander'
import { connect } from './connect.ts'

const formats = {
  '.svg': 'svg',
  '.png': 'png',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.webp': 'webp',
  '.pdf': 'pdf',
} as const
type Format = (typeof formats)[keyof typeof formats]

export function addQrCommands(qr: Command): void {
  qr.command('create')
    .argument('<url>', 'destination')
    .description('Create a dynamic QR code, and save its image')
    .requiredOption('--output <file>', `image file: ${Object.keys(formats).join(', ')}`)
    .option('--name <name>', 'name in lists')
    .option('--slug <slug>', 'slug of its short link; default: generated')
    .action(createCode)
  qr.command('download')
    .argument('<id>', 'ID of the QR code')
    .description('Save the image of a QR code')
    .requiredOption('--output <file>', `image file: ${Object.keys(formats).join(', ')}`)
    .option('--size <pixels>', 'width in pixels')
    .action(download)
}

async function createCode(url: string, { output, name, slug }: { output: string; name?: string; slug?: string }) {
  const format = formatOf(output)
  const waymark = await connect()
  await saveNew(output, async () => {
    const { qrCode } = await waymark.qrCodes.generate({
      content_type: 'url',
      content_data: { url },
      is_dynamic: true,
      tracking_enabled: true,
      ...(name !== undefined && { name }),
      ...(slug !== undefined && { custom_alias: slug }),
    })
    process.stdout.write(`${qrCode.id}  ${qrCode.short_url ?? ''}  ${output}\n`)
    return await waymark.qrCodes.image(qrCode.id, { format })
  })
}

async function download(id: string, { output, size }: { output: string; size?: string }) {
  const query = { format: formatOf(output), ...(size !== undefined && { size: Number(size) }) }
  const waymark = await connect()
  await saveNew(output, () => waymark.qrCodes.image(id, query))
  process.stdout.write(`${output}\n`)
}

function formatOf(file: string): Format {
  const extension = extname(file).toLowerCase()
  if (!(extension in formats)) throw new Error(`The file must end in ${Object.keys(formats).join(', ')}.`)
  return formats[extension as keyof typeof formats]
}

/** An existing file is kept, and nothing is requested then. */
async function saveNew(path: string, request: () => Promise<Response>): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(Buffer.from(await (await request()).arrayBuffer()))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}
