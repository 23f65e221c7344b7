interface Rule {
  allows: boolean
  path: string
}
/** The rules of a robots.txt that apply to one program. */
export type RobotsRules = readonly Rule[]

const mostRules = 500
/** Node finds up to 250 characters in one pass over a path; more can take thousands of passes. */
const longestPath = 250

/** Reads the rules for a program by its product token: of its group, or of the group for all programs. RFC 9309. */
export function readRobots(text: string, token: string): RobotsRules {
  const groups = new Map<string, Rule[]>()
  const own = token.toLowerCase()
  /** The groups that a rule of this line is for. Those of other programs are not kept. */
  const open = new Set<Rule[]>()
  let isNaming = false
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n?|\n/)) {
    const [, field = '', rest = ''] = /^\s{0,9}([a-z-]+)\s{0,9}:(.*)$/i.exec(line.split('#', 1)[0] ?? '') ?? []
    const [name, value] = [field.toLowerCase(), rest.trim()]
    if (name === 'user-agent') {
      if (!isNaming) open.clear()
      isNaming = true
      const agent = value.toLowerCase()
      if (agent === own || agent === '*') open.add(groupOf(groups, agent))
    } else if (name === 'allow' || name === 'disallow') {
      isNaming = false
      for (const rules of open) keepRule(rules, { allows: name === 'allow', path: value })
    }
  }
  return groups.get(own) ?? groups.get('*') ?? []
}

function groupOf(groups: Map<string, Rule[]>, agent: string): Rule[] {
  const rules = groups.get(agent) ?? []
  groups.set(agent, rules)
  return rules
}

/** Only the beginning of a longer path is kept if it forbids: that forbids more. If it allows, it is ignored. */
function keepRule(rules: Rule[], { allows, path: given }: Rule): void {
  const path = allows ? given : given.slice(0, longestPath)
  if (path !== '' && path.length <= longestPath && rules.length < mostRules) rules.push({ allows, path })
}

/** The longest rule that matches decides, and among equals the one that allows. */
export function allowsPath(rules: RobotsRules, path: string): boolean {
  const matching = rules.filter((rule) => matches(rule.path, path))
  const longest = Math.max(-1, ...matching.map((rule) => rule.path.length))
  const best = matching.filter((rule) => rule.path.length === longest)
  return best.length === 0 || best.some(({ allows }) => allows)
}

/** A * stands for any text, a $ at the end for the end. Parts are found from left to right, so no pattern takes long. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of parts.entries()) {
    if (isWhole && index === parts.length - 1) return path.length - part.length >= at && path.endsWith(part)
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return !isWhole || at === path.length
}
