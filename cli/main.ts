#!/usr/bin/env node
import { Command } from 'commander'
import { readConfig } from '#runtime/config.ts'
import { planName } from '#schemas/accounts.ts'
import { createKey } from './create-key.ts'
import { createOwner } from './create-owner.ts'
import { explain } from './explain.ts'
import { migrate } from './migrate.ts'
import { seed } from './seed.ts'

const program = new Command('waymark').description('Looks after a Waymark installation, also while it runs.')

const keys = program.command('keys').description('API keys')
keys
  .command('create')
  .description('make an API key of the first account')
  .requiredOption('--name <name>', 'what the key is for')
  .requiredOption('--permissions <list>', 'comma-separated: read, write, delete, analytics')
  .option('--plan <plan>', `put the key on a new account of this plan: ${planName.options.join(', ')}`)
  .option('--json', 'print {"key", "id", "permissions"}')
  .action((options) => createKey(readConfig(), options))

const owner = program.command('owner').description('the person who owns the first account')
owner
  .command('create')
  .description('make the owner, or reset their password')
  .requiredOption('--email <address>')
  .requiredOption('--password-file <file>', 'a file that holds the password and nothing else')
  .action((options) => createOwner(readConfig(), options))

program
  .command('migrate')
  .description('bring Postgres and ClickHouse up to date')
  .action(() => migrate(readConfig()))

program
  .command('seed')
  .description('fill an account with short URLs, campaigns and clicks to look at; Waymark has to run')
  .option(
    '--clicks <number>',
    'how many; more than 200000 are made inside ClickHouse, half a million a second',
    '20000',
  )
  .option('--links <number>', 'short URLs beside the common ones, most of them without clicks; some 8000 a second', '0')
  .option('--days <number>', 'over how many days', '90')
  .option('--seed <number>', 'the same number makes the same clicks; run again, it adds nothing', '1')
  .option('--until <instant>', 'where the clicks end (ISO 8601); cut to the hour, the present one if not given')
  .option('--account <id>', 'whose clicks; those of the first account if not given')
  .action((options) => seed(readConfig(), options))

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`waymark: ${explain(error)}\n`)
  process.exitCode = 1
}
