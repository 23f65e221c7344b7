/** A phrase that reads like a translation, and what to write instead. */
export interface WordPattern {
  name: string
  /** Matched in any case against prose in which every run of white space is one space, and code is `gap`. */
  expression: RegExp
  advice: string
}

/** Replaces the code between two texts, so that no phrase spans them; the } before a text remains. */
export const gap = '\0'

/** Ends a sentence or a text; a placeholder may follow. */
const end = '(?= ?(?:[^\\s\\w-]|$))'
const start = `(?:^|[${gap}|]|/\\*+) ?`
const pattern = (name: string, source: string, advice: string): WordPattern => ({
  name,
  expression: new RegExp(source, 'gi'),
  advice,
})

/** Phrases only: single common words are left to the reader. */
export const wordPatterns: readonly WordPattern[] = [
  pattern('starts with Of', `(?<=${start})of (?!course)\\w+`, 'start with the subject: "Length in bytes: 4 or 16."'),
  pattern('whoever', '\\b(?:whoever|whom)\\b', 'name the role: the user, the visitor, the caller, the owner'),
  pattern(
    'what as a noun',
    '\\bwhat (?:is (?:left|there|here|stored|due)|stands|comes(?! next)|lies|remains|belongs)\\b',
    'name the thing: the remaining rows, the stored clicks',
  ),
  pattern('leads elsewhere', '\\bleads? (?:elsewhere|nowhere|somewhere|people|visitors|on|here)\\b', 'redirects to'),
  pattern('led', '\\b(?:is|are|was|were|be|been|being|get|gets) (?:\\w+ )?led\\b', 'is redirected'),
  pattern('told of', '\\b(?:told|tells?|telling) of\\b', 'notifies, reports, receives'),
  pattern('says nothing of', '\\bsa(?:y|ys|id) (?:\\w+ )?of\\b', 'does not mention, reports'),
  pattern('of its own', "\\bof (?:its|their|your|his|her|our|my|one's|\\w+['’]s) own\\b", 'its own X, a separate X'),
  pattern('for good', '\\bfor good(?! (?:reasons?|measure|and|or|luck|practice)\\b)\\b', 'permanently'),
  pattern('for ever', '\\bfor ever\\b', 'forever, permanently'),
  pattern('by itself', '\\bby (?:itself|themselves|himself|oneself)\\b', 'automatically, alone, on its own'),
  pattern('any more', `\\bany more(?:${end}| (?:when|while|if|after|once|until|and|but|because)\\b)`, 'no longer X'),
  pattern('no longer after the verb', `\\bno longer${end}`, 'no longer X, stop X'),
  pattern(
    'nobody … yet',
    '\\b(?:nobody|nothing|none|no one)(?: \\w+){1,3} yet\\b',
    'no clicks yet, not checked yet: name the thing',
  ),
  pattern(
    'stands',
    '\\b(?:stands?|stood|standing) (?:here|there|in(?! for)|behind|at|below|above|beside|on|before|after|under|between|next)\\b',
    'is, appears',
  ),
  pattern(
    'says for contains',
    '\\bwhat (?:it|they|an? \\w+|the (?:code|form|url|body|page)) (?:says?|said)\\b|' +
      '\\bsays? (?:itself|themselves|nothing|otherwise|the same)\\b',
    'contains, means, encodes, reports',
  ),
  pattern('made for', '\\bmade (?:for you|anew|again|of it|of them)\\b', 'created, generated'),
  pattern('else for otherwise', `(?:(?:[,;:.–—]|\\bor) |(?<=${start}))else \\w`, 'otherwise'),
  pattern(
    'called like',
    '\\b(?:called|named) (?:like|so)\\b|\\b(?:is|are) like (?:that|this)\\b',
    'has this name, matches',
  ),
  pattern('so many', '\\bso (?:many|few)\\b(?! that\\b)', 'give the number or its name: this many, the limit'),
  pattern('beside', '\\bbeside\\b', 'next to, in addition to, also'),
  pattern('goes with', '\\b(?:go|goes|going|went) with\\b', 'is allowed with, can be combined with, belongs to'),
  pattern('the interface', '\\bthe interface\\b', 'the API'),
  pattern(
    'address for URL',
    '\\b(?:absolute|full|relative) address(?:es)?\\b|\\baddress(?:es)? of (?:a|an|the|its|their|this|each|every) ' +
      '(?:page|link|destination|dashboard|code|api|endpoint|webhook|picture|image|short|app|report|card)',
    'URL; only an IP address is an address',
  ),
  pattern(
    'answers',
    `\\b(?:answer(?:s|ing)? (?:with|by|nothing|not|no|again|within|in|late|like|\\d{3}|\`?\\d{3}\`?)|` +
      "(?:(?:do|does|did|will|can|could|would|must)(?: not|n't)?|it|that|which|they|to) answers?|(?:is|are|was|were|be|been|has|have|had) answered|" +
      `answered (?:with|by|in|within|as|at|for|to|\\d{3}))\\b`,
    'returns, responds (with)',
  ),
  pattern('is out', `\\b(?:is|are) out(?:${end}| (?:for|after|when)\\b)`, 'is revoked, is removed, access revoked'),
  pattern('in all', `(?<=[\\d}]\\S*(?: [\\w-]+){0,3} )in all${end}`, 'leave it out: 61 links'),
  pattern('of ours', '\\bof (?:ours|yours|theirs|mine)\\b', 'our X, your X'),
  pattern(
    'period before',
    `\\b(?:periods?|days|weeks|months?|filter|version|revision|value|test|run) before${end}`,
    'the previous X',
  ),
  pattern(
    'took not',
    '\\b(?:took|takes?|found|knows?|has|have) (?:it|them) not\\b|\\b(?:knows?|takes?) not\\b',
    'did not X',
  ),
  pattern(
    'British spelling',
    '\\b(?:colour|behaviour|favour|honour|neighbour|organisation|recognis|normalis|initialis|centre|grey)(?:e|ed|es|s|ing|ation|able|ful)?\\b',
    'American spelling',
  ),
]

/** A pattern for each phrase in the last column of the glossary: whole words, also in the plural. */
export const glossaryPatterns = (glossary: string): WordPattern[] =>
  [...glossary.matchAll(/^\| ([^|]+) \|.*\| ([^|]+) \|$/gm)].slice(1).flatMap(([, word = '', phrases = '']) =>
    phrases
      .split(', ')
      .filter((phrase) => phrase !== 'none')
      .map((phrase) => pattern(phrase, `(?<![\\w-])${phrase}s?(?![\\w-])`, `the word in the glossary: ${word}`)),
  )
