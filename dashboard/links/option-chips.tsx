import { Check, Minus, Plus } from 'lucide-react'
import { type GroupName, optionGroups } from './form-fields.ts'

interface OptionChipsProps {
  groups: readonly GroupName[]
  open: ReadonlySet<GroupName>
  /** How many fields of a group have a value. */
  setIn: (group: GroupName) => number
  onToggle: (group: GroupName) => void
}

/** Buttons that open groups of optional fields. Closed groups with values are marked. */
export const OptionChips = ({ groups, open, setIn, onToggle }: OptionChipsProps) => (
  <fieldset>
    <legend className="mb-1.5 font-medium">Options</legend>
    <ul className="flex flex-wrap gap-1.5">
      {groups.map((group) => {
        const set = setIn(group)
        const Icon = set > 0 ? Check : open.has(group) ? Minus : Plus
        return (
          <li key={group}>
            <button
              type="button"
              aria-expanded={open.has(group)}
              className="flex h-8 items-center gap-1.5 pointer-coarse:h-11 rounded-full border border-line px-3 text-[13px] font-medium text-dim hover:bg-sunken hover:text-text aria-expanded:border-accent aria-expanded:bg-tint aria-expanded:text-accent"
              onClick={() => onToggle(group)}
            >
              <Icon aria-hidden size={13} className={set > 0 ? 'text-good' : ''} />
              {optionGroups[group].name}
              {set > 0 && <span className="sr-only">, {set} set</span>}
            </button>
          </li>
        )
      })}
    </ul>
  </fieldset>
)
