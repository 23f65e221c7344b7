/**
 * The environment passed to child processes, which inherit nothing once `env` is set. Settings are only read by
 * runtime/config.ts.
 */
export function inherited(): NodeJS.ProcessEnv {
  return process.env
}

/** A minimal environment for other programs, so that PG*, LC_*, or TZ variables of the user do not affect them. */
export function plain(): NodeJS.ProcessEnv {
  const { PATH } = inherited()
  return { PATH, LC_ALL: 'C', TZ: 'UTC' }
}
