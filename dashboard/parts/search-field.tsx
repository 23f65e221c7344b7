import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { inputStyle } from './field.tsx'

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: string
  value: string
  onChange: (value: string) => void
}

export const SearchField = ({ label, onChange, className = '', ...input }: SearchFieldProps) => (
  <div className={`relative ${className}`}>
    <Search aria-hidden size={15} className="absolute top-2.5 left-3 text-dim" />
    <input
      type="search"
      aria-label={label}
      placeholder="Search"
      autoComplete="off"
      spellCheck={false}
      className={`${inputStyle} pl-9`}
      onChange={({ target }) => onChange(target.value)}
      {...input}
    />
  </div>
)
