import { Plus } from 'lucide-react'
import { Button } from '../parts/button.tsx'
import type { FormPart } from '../parts/form.tsx'
import type { Filled } from './draft.ts'
import { RuleCard } from './rule-card.tsx'
import { moved, newRule, parseRules, type RuleDraft, replaced, without, writeRules } from './rule-drafts.ts'

/** As in the API. */
const mostRules = 20

interface RulesFieldProps extends FormPart<Filled> {
  /** The name of a field in requests, if it is not the field of the link itself. */
  nameOf?: (field: string) => string
}

/** The targeting rules of a link, in the order in which they are tried. */
export function RulesField({ filled, onChange, errorOf, nameOf = String }: RulesFieldProps) {
  const rules = parseRules(filled.targeting_rules)
  const change = (next: RuleDraft[]) => onChange({ targeting_rules: writeRules(next) })
  return (
    <div className="flex flex-col gap-3 sm:col-span-2">
      <p className="text-[13px] text-dim">
        The first rule that applies decides the destination. Rules apply before A/B tests and device destinations.
      </p>
      {rules.length > 0 && (
        <ol className="flex flex-col gap-3">
          {rules.map((rule, index) => (
            <RuleCard
              // biome-ignore lint/suspicious/noArrayIndexKey: new rules have no id
              key={index}
              rule={rule}
              number={index + 1}
              isLast={index === rules.length - 1}
              nameOf={(path) => nameOf(`targeting_rules.${index}.${path}`)}
              errorOf={(path) => errorOf(`targeting_rules.${index}.${path}`, 'targeting_rules')}
              onChange={(changed) => change(replaced(rules, index, changed))}
              onMove={(by) => change(moved(rules, index, by))}
              onRemove={() => change(without(rules, index))}
            />
          ))}
        </ol>
      )}
      <Button
        Icon={Plus}
        className="self-start"
        disabled={rules.length >= mostRules}
        onClick={() => change([...rules, newRule()])}
      >
        Add rule
      </Button>
    </div>
  )
}
