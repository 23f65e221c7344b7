/** Of a path in backticks the first folder has to be one of ours, or it may be a route, a package or an example. */
const folders =
  '.ci api bench cli core dashboard docs embedded redirector runtime schemas store test tools workers'.split(' ')

interface Paths {
  /** From the folder of the document. */
  links: string[]
  /** Links to a heading: the path, which is empty for the document itself, and the heading. */
  anchors: [path: string, heading: string][]
  /** In backticks, from the top folder. */
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

/** The headings of a Markdown text, as links to them name them. */
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

/** A file of one of our folders, or a folder with its slash at the end. Stars and angle brackets are patterns. */
function isPath(text: string): boolean {
  if (!/^[\w./-]+$/.test(text)) return false
  const [first = ''] = text.split('/')
  return folders.includes(first) && (text.endsWith('/') || /\/[\w.-]*(\.[a-z]+|run)$/.test(text))
}
