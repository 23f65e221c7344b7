/** Of a path in backticks the first folder has to be one of ours, or it may be a route, a package or an example. */
const folders =
  '.ci api bench cli core dashboard docs embedded redirector runtime schemas store test tools workers'.split(' ')

/** The paths that a Markdown text names: links count from its own folder, mentions in backticks from the top. */
export function findPaths(markdown: string): { links: string[]; mentions: string[] } {
  const prose = markdown.replace(/^```.*?^```/gms, '')
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target.replace(/#.*$/, ''))
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, text = '']) => expandBraces(text))
  return {
    links: targets.filter((target) => target !== '' && !/^[a-z]+:/.test(target)),
    mentions: quoted.filter(isPath),
  }
}

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
