import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'

const choices = [
  { theme: 'light', name: 'Light', Icon: Sun },
  { theme: 'system', name: 'As the system', Icon: Monitor },
  { theme: 'dark', name: 'Dark', Icon: Moon },
] as const
type Theme = (typeof choices)[number]['theme']

const current = (): Theme => {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function choose(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage may be forbidden: then the choice lasts as long as the page.
  }
}

/** public/theme.js reads what is kept here, before the first paint. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(current)
  return (
    <fieldset className="flex rounded-md border border-line p-0.5">
      <legend className="sr-only">Colours</legend>
      {choices.map(({ theme: value, name, Icon }) => (
        <label
          key={value}
          title={name}
          className="flex size-7 cursor-pointer items-center justify-center rounded text-dim has-checked:bg-sunken has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="theme"
            className="sr-only"
            checked={theme === value}
            onChange={() => {
              choose(value)
              setTheme(value)
            }}
          />
          <Icon aria-hidden size={14} />
          <span className="sr-only">{name}</span>
        </label>
      ))}
    </fieldset>
  )
}
