import { Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'
import { chooseTheme, useTheme } from './theme.ts'

export const themes = [
  { theme: 'light', name: 'Light', Icon: Sun },
  { theme: 'system', name: 'System theme', Icon: Monitor },
  { theme: 'dark', name: 'Dark', Icon: Moon },
] as const

export function ThemeSwitch() {
  const theme = useTheme()
  const group = useId()
  return (
    <fieldset className="flex rounded-md border border-line p-0.5">
      <legend className="sr-only">Theme</legend>
      {themes.map(({ theme: value, name, Icon }) => (
        <label
          key={value}
          title={name}
          className="flex size-7 pointer-coarse:size-11 cursor-pointer items-center justify-center rounded text-dim has-checked:bg-sunken has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={group}
            className="sr-only"
            checked={theme === value}
            onChange={() => chooseTheme(value)}
          />
          <Icon aria-hidden size={14} />
          <span className="sr-only">{name}</span>
        </label>
      ))}
    </fieldset>
  )
}
