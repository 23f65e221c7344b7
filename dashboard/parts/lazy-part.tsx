import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

/** A component that loads when it is first shown, with a fallback until then. */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy<ComponentType<Props>>(async () => ({ default: (await load())[name] }))
  return (props) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  )
}
