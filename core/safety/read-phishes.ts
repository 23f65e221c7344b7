import { type Parser, parse } from 'csv-parse'
import { z } from 'zod'
import { parseUrl } from '#schemas/parse-url.ts'

const pieceBytes = 64 * 1024

const entry = z.object({ url: z.string() })

/** The URLs in a dump of PhishTank, which is CSV with a column `url`, or a JSON list of objects with a `url`. */
export async function readPhishes(content: Buffer): Promise<Set<string>> {
  const isJson = /^\uFEFF?\s*\[/.test(content.toString('utf8', 0, 64))
  const urls = new Set<string>()
  for await (const row of isJson ? readJson(content) : readCsv(content)) {
    const { data } = entry.safeParse(row)
    const url = data === undefined ? null : parseUrl(data.url)
    if (url !== null && /^https?:$/.test(url.protocol)) urls.add(url.href)
  }
  return urls
}

function readJson(content: Buffer): unknown[] {
  const list = z.array(z.unknown()).safeParse(JSON.parse(content.toString()))
  return list.data ?? []
}

async function* readCsv(content: Buffer): AsyncGenerator<unknown> {
  const parser = parse({ columns: true, bom: true, relax_quotes: true, relax_column_count: true })
  void feed(parser, content)
  yield* parser
}

/** Piece by piece, so that other work goes on in between. */
async function feed(parser: Parser, content: Buffer): Promise<void> {
  for (let start = 0; start < content.length; start += pieceBytes) {
    await new Promise((resolve) => parser.write(content.subarray(start, start + pieceBytes), resolve))
  }
  parser.end()
}
