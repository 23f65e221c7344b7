import { parseSync, Visitor } from 'vite'
import { gap, wordPatterns } from './word-patterns.ts'

/** In code only strings, JSX texts and comments are read; in a text, everything. */
export type Kind = 'ts' | 'tsx' | 'text'

export interface Finding {
  line: number
  name: string
  found: string
  advice: string
}

/** A file that is imported. */
const isPath = /^(?:\.|#\w+)[\w./-]*$/

interface Span {
  start: number
  end: number
}

/** The phrases of the patterns in a file, in the order of its lines. */
export function findWords(source: string, kind: Kind, patterns = wordPatterns): Finding[] {
  const { prose, offsets } = collapse(kind === 'text' ? source : keepProse(source, kind))
  return patterns
    .flatMap(({ name, expression, advice }) =>
      [...prose.matchAll(expression)].map(({ index, 0: found }) => {
        const line = source.slice(0, offsets[index]).split('\n').length
        return { line, name, found: found.replaceAll(gap, '').trim(), advice }
      }),
    )
    .toSorted((one, other) => one.line - other.line)
}

/** One space for each run of white space, and where each character was. */
function collapse(text: string): { prose: string; offsets: number[] } {
  const offsets: number[] = []
  let prose = ''
  for (const { index, 0: part } of text.matchAll(/\s+|\S/g)) {
    prose += /\s/.test(part) ? ' ' : part
    offsets.push(index)
  }
  return { prose, offsets }
}

/** The same length, with `gap` for everything that is neither a text nor a comment. */
function keepProse(source: string, kind: string): string {
  const { program, comments, errors } = parseSync(`file.${kind}`, source)
  if (errors[0] !== undefined) throw new Error(errors[0].message)
  const spans = [...comments, ...findTexts(program, source)].toSorted((one, other) => one.start - other.start)
  let prose = ''
  for (const { start, end } of spans) {
    prose += fill(source.slice(prose.length, start)) + withoutLeaders(source.slice(start, end))
  }
  return prose + gap.repeat(source.length - prose.length)
}

function findTexts(program: Parameters<Visitor['visit']>[0], source: string): Span[] {
  const spans: Span[] = []
  new Visitor({
    Literal: ({ value, start, end }) => {
      if (typeof value === 'string' && !isPath.test(value)) spans.push({ start: start + 1, end: end - 1 })
    },
    TemplateElement: ({ value, start }) => {
      const from = source.indexOf(value.raw, start)
      spans.push({ start: from, end: from + value.raw.length })
    },
    JSXText: ({ start, end }) => {
      spans.push({ start, end })
    },
  }).visit(program)
  return spans
}

/** Lines of one comment, and texts joined by a plus, are one text. */
const fill = (between: string): string =>
  /^(?:\s+|['"`]\s*\+\s*['"`])$/.test(between) ? ' '.repeat(between.length) : between.replace(/}(?!$)|[^}]/gs, gap)

const withoutLeaders = (text: string): string =>
  text.replace(/^\/\/+|^\/\*+|\*\/$|\n\s*\*(?=\s)/g, (leader) => leader.replace(/\S/g, ' '))
