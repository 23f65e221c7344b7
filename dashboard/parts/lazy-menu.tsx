import { type ComponentType, cloneElement, lazy, type ReactElement, Suspense, useState } from 'react'

export interface Triggered {
  trigger: ReactElement<{ onClick?: () => void }>
}

/** A menu that loads when its trigger is first clicked, and then opens. */
export function lazyMenu<Name extends string, Props extends Triggered>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  const Menu = lazy<ComponentType<Props>>(async () => ({ default: (await load())[name] }))
  return function LazyMenu(props) {
    const { trigger } = props
    const [isWanted, setIsWanted] = useState(false)
    if (!isWanted) return cloneElement(trigger, { onClick: () => setIsWanted(true) })
    return (
      <Suspense fallback={trigger}>
        <Menu {...props} />
      </Suspense>
    )
  }
}
