import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../parts/button.tsx'
import { exactText, Field } from '../parts/field.tsx'
import { SelectField } from '../parts/select-field.tsx'
import { newCondition } from './condition-kinds.ts'
import { ConditionRow } from './condition-row.tsx'
import { type RuleDraft, replaced, without } from './rule-drafts.ts'

interface RuleCardProps {
  rule: RuleDraft
  /** From 1. */
  number: number
  isLast: boolean
  /** The name of a member in requests, by its path in the rule. */
  nameOf: (path: string) => string
  /** The error of a member, by its path in the rule. */
  errorOf: (path: string) => string | undefined
  onChange: (rule: RuleDraft) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** A targeting rule: its name, its conditions, and its destination. */
export function RuleCard({ rule, number, isLast, nameOf, errorOf, onChange, onMove, onRemove }: RuleCardProps) {
  const { name, match, conditions, destination_url } = rule
  const title = `rule ${number}`
  const change = (part: Partial<RuleDraft>) => onChange({ ...rule, ...part })
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <div className="flex items-center gap-1">
        <p className="min-w-0 flex-1 truncate font-medium">{name.trim() || `Rule ${number}`}</p>
        <IconButton
          Icon={ArrowUp}
          title="Move up"
          label={`Move ${title} up`}
          disabled={number === 1}
          onClick={() => onMove(-1)}
        />
        <IconButton
          Icon={ArrowDown}
          title="Move down"
          label={`Move ${title} down`}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton Icon={Trash2} title="Delete rule" label={`Delete ${title}`} onClick={onRemove} />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label="Rule name"
          placeholder={`Rule ${number}`}
          value={name}
          error={errorOf('name')}
          onChange={({ target }) => change({ name: target.value })}
        />
        <SelectField
          label="Applies if"
          value={match}
          onChange={({ target }) => change({ match: target.value as RuleDraft['match'] })}
        >
          <option value="all">all conditions are true</option>
          <option value="any">any condition is true</option>
        </SelectField>
      </div>
      {conditions.map((condition, index) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity
          key={index}
          condition={condition}
          label={`condition ${index + 1} of ${title}`}
          nameOf={(part) => nameOf(`conditions.${index}.${part}`)}
          errorOf={(part) => errorOf(`conditions.${index}.${part}`)}
          canRemove={conditions.length > 1}
          onChange={(changed) => change({ conditions: replaced(conditions, index, changed) })}
          onRemove={() => change({ conditions: without(conditions, index) })}
        />
      ))}
      <Button
        look="bare"
        Icon={Plus}
        className="self-start"
        onClick={() => change({ conditions: [...conditions, newCondition('device_type')] })}
      >
        Add condition
      </Button>
      <Field
        label="Rule destination"
        inputMode="url"
        placeholder="https://example.com/special"
        {...exactText}
        value={destination_url}
        error={errorOf('destination_url')}
        onChange={({ target }) => change({ destination_url: target.value })}
      />
    </li>
  )
}
