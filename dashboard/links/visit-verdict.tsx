import { Check, X } from 'lucide-react'
import type { ShortUrl } from '#schemas/links.ts'
import type { Simulation } from '#schemas/simulate.ts'
import { conditionKinds } from './condition-kinds.ts'
import { nameDecision, nameTarget } from './made-up-visitors.ts'

interface VisitVerdictProps {
  /** Such as: Germany, iPhone. */
  visitor: string
  simulation: Simulation | undefined
  rules: ShortUrl['targeting_rules']
}

/** Why a made-up visitor goes where they go: the verdict of every rule. */
export function VisitVerdict({ visitor, simulation, rules }: VisitVerdictProps) {
  if (simulation === undefined) return null
  return (
    <section aria-label={`Why: ${visitor}`} className="mt-4 rounded-lg border border-line p-3">
      <p role="status" className="wrap-anywhere">
        <span className="font-medium">{visitor}:</span> {nameTarget(simulation)}
        <span className="text-dim"> ({nameDecision(simulation)})</span>
      </p>
      {simulation.rules.length > 0 && (
        <ol className="mt-2 flex flex-col gap-1.5">
          {simulation.rules.map(({ id, name, applies, conditions }) => {
            const isAny = rules.find((rule) => rule.id === id)?.match === 'any'
            return (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className={id === simulation.rule_id ? 'font-medium' : ''}>
                  {name}: {wordFor(applies, id === simulation.rule_id)}
                </span>
                <ul className="flex flex-wrap items-center gap-x-3 text-[13px] text-dim">
                  {conditions.map(({ type, is_true }, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity
                    <li key={index} className="flex items-center gap-1">
                      {is_true ? <Check aria-hidden size={13} className="text-good" /> : <X aria-hidden size={13} />}
                      {conditionKinds[type].name}
                      <span className="sr-only">{is_true ? ' is true' : ' is false'}</span>
                    </li>
                  ))}
                  {conditions.length > 1 && <li>({isAny ? 'any must be true' : 'all must be true'})</li>}
                </ul>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}

const wordFor = (applies: boolean, decides: boolean): string =>
  decides ? 'applies' : applies ? 'also applies, but an earlier rule comes first' : 'does not apply'
