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

/** Settings for a process that may inherit the same ones as files: a setting can only have a value or a file. */
export const insteadOfFiles = (settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.keys(settings).map((name) => [`${name}_FILE`, ''])),
  ...settings,
})
