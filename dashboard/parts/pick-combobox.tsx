import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Pickable, type PickKind, pickedQuery, pickQuery } from '../api/pick.ts'
import { type Choice, Combobox, type ComboboxProps } from './combobox.tsx'
import { useSettled } from './use-settled.ts'

/** Search results of a kind, for a combobox. Nothing is loaded before it is opened. */
export function usePick(kind: PickKind, isLoaded = true) {
  const [typed, setTyped] = useState('')
  const [isOpened, setIsOpened] = useState(false)
  const asked = useSettled(typed.trim())
  const { data, isError, isPlaceholderData, isPending } = useQuery({
    ...pickQuery(kind, asked),
    enabled: isLoaded && isOpened,
  })
  return {
    found: data ?? [],
    bind: {
      onOpen: () => setIsOpened(true),
      onType: setTyped,
      isBusy: !isError && (isPending || isPlaceholderData || asked !== typed.trim()),
      hasFailed: isError,
    },
  }
}

export const choiceOf = ({ id, name, about, color }: Pickable): Choice => ({ value: id, name, note: about, color })

export interface PickComboboxProps
  extends Pick<
    ComboboxProps,
    'label' | 'value' | 'none' | 'placeholder' | 'onChoose' | 'onCreate' | 'ties' | 'className' | 'fieldStyle'
  > {
  kind: PickKind
}

/** Chooses a resource by its name. The server searches, so there may be any number of them. */
export function PickCombobox({ kind, value, ...rest }: PickComboboxProps) {
  const { found, bind } = usePick(kind)
  const chosen = useQuery({ ...pickedQuery(kind, value), enabled: value !== '' })
  return (
    <Combobox
      value={value}
      valueName={chosen.data?.name ?? (chosen.isPending ? '…' : undefined)}
      choices={found.map(choiceOf)}
      {...bind}
      {...rest}
    />
  )
}
