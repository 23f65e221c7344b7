import type { LucideIcon } from 'lucide-react'

interface ChoiceCardProps {
  group: string
  name: string
  about: string
  Icon?: LucideIcon
  isChosen: boolean
  onChoose: () => void
}

export const ChoiceCard = ({ group, name, about, Icon, isChosen, onChoose }: ChoiceCardProps) => (
  <label className="cursor-pointer rounded-md border border-field p-3 has-checked:border-accent has-checked:bg-tint has-focus-visible:outline-2 has-focus-visible:outline-accent">
    <input type="radio" name={group} className="sr-only" checked={isChosen} onChange={onChoose} />
    {Icon !== undefined && <Icon aria-hidden size={18} className="mb-2 text-dim" />}
    <span className="block font-medium">{name}</span>
    <span className="block text-[13px] text-dim">{about}</span>
  </label>
)
