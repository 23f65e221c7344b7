/** The exit code that shells show for a program that wrote to a closed pipe: 128 and the number of SIGPIPE. */
const brokenPipe = 141

/** Ends the command without an error once its output is no longer read, as after `| head`. */
export function endWithPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(brokenPipe)
  })
}
