#!/usr/bin/env node
import { Command } from 'commander'
import { addAccountCommands } from './commands.ts'
import { endWithPipe } from './end-with-pipe.ts'
import { explainFailure } from './explain-failure.ts'

const program = new Command('waymark').description('Links, QR codes and click analytics in a Waymark installation.')
addAccountCommands(program)

endWithPipe()
try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`waymark: ${explainFailure(error)}\n`)
  process.exitCode = 1
}
