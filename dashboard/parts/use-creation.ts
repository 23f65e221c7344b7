import { type RefObject, useRef, useState } from 'react'
import type { ComboboxProps } from './combobox.tsx'
import { delayForm } from './delay-form.ts'
import { useLatest } from './use-latest.ts'

export interface Creation {
  /** Name of the choice that is being created. */
  creating: string | undefined
  create: ((name: string) => void) | undefined
  onChoose: (value: string) => void
}

/**
 * A choice of a combobox that is created there is chosen, and its form waits for it, unless the user has chosen another one in
 * the meantime.
 */
export function useCreation(
  { onChoose, onCreate }: Pick<ComboboxProps, 'onChoose' | 'onCreate'>,
  field: RefObject<HTMLInputElement | null>,
): Creation {
  const [creating, setCreating] = useState<string>()
  const latest = useLatest(onChoose)
  const end = useRef<((hasChoice: boolean) => void) | null>(null)

  /** Releases the form. */
  function settle(hasChoice: boolean) {
    end.current?.(hasChoice)
    end.current = null
    setCreating(undefined)
  }

  async function run(name: string, request: Promise<string | null>, own: typeof end.current) {
    setCreating(name)
    const value = await request
    if (end.current !== own) return
    if (value !== null) latest.current(value)
    settle(value !== null)
  }

  return {
    creating,
    create:
      onCreate &&
      ((name) => {
        settle(true)
        const chosen = new Promise<boolean>((resolve) => {
          end.current = resolve
        })
        delayForm(field.current?.form, chosen)
        void run(name, onCreate(name), end.current)
      }),
    onChoose(value) {
      settle(true)
      onChoose(value)
    },
  }
}
