import { Search } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { inputStyle } from './input-style.ts'

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string
  value: string
  onChange: (value: string) => void
  behind?: ReactNode
}

export const SearchField = ({ label, onChange, behind, className = '', ...input }: SearchFieldProps) => (
  <div className={`relative ${className}`}>
    <Search aria-hidden size={15} className="absolute inset-y-0 left-3 my-auto text-dim" />
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
    {behind !== undefined && (
      <span className="pointer-events-none absolute inset-y-0 right-2 flex items-center text-dim">{behind}</span>
    )}
  </div>
)
