export interface FilterBoxProps {
  label: string
  all: string
  chosen: string | undefined
  onChoose: (value: string | undefined) => void
  className?: string
  /** Shows the label, as in a sheet. */
  isNamed?: boolean
}

/** Connects a combobox with a filter, which is highlighted if it is set. */
export const bindFilter = ({ label, all, chosen, onChoose, className = '' }: FilterBoxProps) => ({
  label,
  none: all,
  value: chosen ?? '',
  onChoose: (value: string) => onChoose(value === '' ? undefined : value),
  ties: { 'aria-label': label },
  className,
  fieldStyle: `placeholder:text-text ${chosen === undefined ? '' : 'border-accent! font-medium'}`,
})
