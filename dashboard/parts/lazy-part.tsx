import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

/** A part that is loaded when it is first shown. Until it is there, the fallback is shown in its place. */
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
