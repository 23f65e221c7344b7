import { writeFile } from 'node:fs/promises'
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
  const { qrCode } = await waymark.qrCodes.generate({
    content_type: 'url',
    content_data: { url },
    is_dynamic: true,
    tracking_enabled: true,
    ...(name !== undefined && { name }),
    ...(slug !== undefined && { custom_alias: slug }),
  })
  await save(await waymark.qrCodes.image(qrCode.id, { format }), output)
  process.stdout.write(`${qrCode.id}  ${qrCode.short_url ?? ''}  ${output}\n`)
}

async function download(id: string, { output, size }: { output: string; size?: string }) {
  const query = { format: formatOf(output), ...(size !== undefined && { size: Number(size) }) }
  await save(await (await connect()).qrCodes.image(id, query), output)
  process.stdout.write(`${output}\n`)
}

function formatOf(file: string): Format {
  const extension = extname(file).toLowerCase()
  if (!(extension in formats)) throw new Error(`The file must end in ${Object.keys(formats).join(', ')}.`)
  return formats[extension as keyof typeof formats]
}

/** An existing file is kept. */
async function save(image: Response, file: string): Promise<void> {
  await writeFile(file, Buffer.from(await image.arrayBuffer()), { flag: 'wx' })
}
