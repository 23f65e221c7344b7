import { Search } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { inputStyle } from './field.tsx'

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string
  value: string
  onChange: (value: string) => void
  behind?: ReactNode
}

export const SearchField = ({ label, onChange, behind, className = '', ...input }: SearchFieldProps) => (
  <div className={`relative ${className}`}>
    <Search aria-hidden size={15} className="absolute top-2.5 left-3 text-dim" />
    <input
      type="search"
      aria-label={label}
      placeholder="Search"
      autoComplete="off"
      spellCheck={false}
      className={`${inputStyle} pl-9 ${behind === undefined ? '' : 'pr-9'}`}
      onChange={({ target }) => onChange(target.value)}
      {...input}
    />
    {behind !== undefined && <span className="pointer-events-none absolute top-2 right-2 text-dim">{behind}</span>}
  </div>
)
