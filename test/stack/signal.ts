export interface Signal {
  /** Resolves once it is given. */
  given: Promise<void>
  give: () => void
}

export function signal(): Signal {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give }
}
