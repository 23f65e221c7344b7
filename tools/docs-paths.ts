/** A path in backticks starts with one of these folders. Other text may be a route, a package or an example. */
const folders =
  '.ci api bench cli core dashboard deploy docs embedded model redirector runtime schemas test tools workers'.split(' ')

interface Paths {
  /** Relative to the folder of the document. */
  links: string[]
  /** Links to a heading: the path (empty for the document itself) and the heading. */
  anchors: [path: string, heading: string][]
  /** Paths in backticks, relative to the top folder. */
  mentions: string[]
}

/** The paths that a Markdown text names. */
export function findPaths(markdown: string): Paths {
  const prose = withoutCode(markdown)
  const inMarkdown = [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
  const inHtml = [...prose.matchAll(/ (?:href|src|srcset)="([^"]+)"/g)]
  const targets = [...inMarkdown, ...inHtml]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, text = '']) => expandBraces(text))
  return {
    links: targets.map((target) => target.replace(/#.*$/, '')).filter((target) => target !== ''),
    anchors: targets.flatMap((target): Paths['anchors'] => {
      const [path = '', heading] = target.split('#')
      return heading === undefined ? [] : [[path, heading]]
    }),
    mentions: quoted.filter(isPath),
  }
}

/** The headings of a Markdown text as used in links. */
export const findHeadings = (markdown: string): string[] =>
  [...withoutCode(markdown).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

const withoutCode = (markdown: string): string => markdown.replace(/^```.*?^```/gms, '')

function expandBraces(text: string): string[] {
  const [, before, list, after] = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(text) ?? []
  return list === undefined ? [text] : list.split(',').map((part) => `${before}${part}${after}`)
}

/** A file or, with a slash at the end, a folder. Stars and angle brackets are patterns and do not match. */
function isPath(text: string): boolean {
  if (!/^[\w./-]+$/.test(text)) return false
  const [first = ''] = text.split('/')
  return folders.includes(first) && (text.endsWith('/') || /\/[\w.-]*(\.[a-z]+|run)$/.test(text))
}
