#!/usr/bin/env node
import { Command } from 'commander'
import { readConfig } from '#runtime/config.ts'
import { createPrivately } from '#runtime/private-folder.ts'
import { planName, role } from '#schemas/accounts.ts'
import { addAccountCommands } from './account/commands.ts'
import { endWithPipe } from './account/end-with-pipe.ts'
import { explain } from './explain.ts'
import { addAccessCommands } from './manage-access.ts'
import { addSafetyCommands } from './safety-commands.ts'

createPrivately()
// Each command loads only what it needs: all of it takes 0.4 s.
const program = new Command('waymark').description('Manage a Waymark installation. Safe to use while it is running.')
program.commandsGroup('This installation (on its own machine):')

const keys = program.command('keys').description('Manage API keys')
keys
  .command('create')
  .description('Create an API key for the first account')
  .requiredOption('--name <name>', 'name of the key')
  .requiredOption('--permissions <list>', 'comma-separated: read, write, delete, analytics')
  .option('--plan <plan>', `create the key in a new account on this plan: ${planName.options.join(', ')}`)
  .option('--json', 'print {"key", "id", "permissions"}')
  .action(async (options) => (await import('./create-key.ts')).createKey(readConfig(), options))

addAccessCommands(keys, 'keys', readConfig)
addAccessCommands(program.command('sessions').description('Manage sessions of users'), 'sessions', readConfig)
addAccessCommands(program.command('apps').description('Manage connected apps'), 'apps', readConfig)

const members = program.command('members').description('Manage the members of an account')
const ofAccount = ['--account <id>', 'ID of the account; default: the first account'] as const
members
  .command('list')
  .description('List members with their roles')
  .option(...ofAccount)
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./manage-members.ts')).listMembers(readConfig(), options))
members
  .command('invite')
  .description('Create an invitation and print its link; the link works once, for 7 days')
  .requiredOption('--role <role>', role.options.join(', '))
  .option('--email <email>', 'only a user with this email can accept; default: anyone who has the link')
  .option(...ofAccount)
  .action(async (options) => (await import('./manage-members.ts')).inviteMember(readConfig(), options))
members
  .command('role')
  .description('Change the role of a member')
  .argument('<email>')
  .argument('<role>', role.options.join(', '))
  .option(...ofAccount)
  .action(async (email, wanted, options) =>
    (await import('./manage-members.ts')).setRole(readConfig(), email, wanted, options),
  )
members
  .command('reset-link')
  .description('Print a link that sets a new password; it works once, for 30 minutes')
  .argument('<email>')
  .action(async (email) => (await import('./manage-members.ts')).printResetLink(readConfig(), email))
members
  .command('reset-two-factor')
  .description('Remove the authenticator app and passkeys of a user who has lost them')
  .argument('<email>')
  .action(async (email) => (await import('./reset-two-factor.ts')).resetTwoFactor(readConfig(), email))
members
  .command('remove')
  .description('Remove a member: ends their sessions and apps of the account, and lists the API keys that they created')
  .argument('<email>')
  .option(...ofAccount)
  .action(async (email, options) =>
    (await import('./manage-members.ts')).removeFromAccount(readConfig(), email, options),
  )

program
  .command('sso')
  .description('Manage single sign-on of an account')
  .command('optional')
  .description('Let members sign in with their passwords, for example while the provider is down')
  .option(...ofAccount)
  .action(async (options) => (await import('./manage-sign-on.ts')).allowPasswords(readConfig(), options))

const secrets = program.command('secrets').description('Manage keys that protect stored secrets and access tokens')
secrets
  .command('rotate')
  .description('Replace the encryption key of stored secrets, and the signing keys of access tokens')
  .option(
    '--encryption-key',
    'only the encryption key; with ENCRYPTION_KEY, first put a new key before the present one',
  )
  .option('--signing-keys', 'only the signing keys; all access tokens end immediately')
  .action(async (options) => (await import('./rotate-secrets.ts')).rotateSecrets(readConfig(), options))
secrets
  .command('lost')
  .description('List stored secrets that cannot be decrypted because their key is lost')
  .option('--replace', 'replace them with new ones; this cannot be undone')
  .action(async (options) => (await import('./lost-secrets.ts')).showLostSecrets(readConfig(), options))

const owner = program.command('owner').description('Manage the owner of the first account')
owner
  .command('create')
  .description('Create the owner, or reset the owner’s password and end all access to their account')
  .requiredOption('--email <email>', 'email of the owner')
  .requiredOption('--password-file <file>', 'file that contains only the password')
  .option('--keep-access', 'after a reset, keep all other access, such as API keys, apps and passkeys; default: end it')
  .action(async (options) => (await import('./create-owner.ts')).createOwner(readConfig(), options))

program
  .command('migrate')
  .description('Update the Postgres and ClickHouse schemas')
  .action(async () => (await import('./migrate.ts')).migrate(readConfig()))

program
  .command('purge')
  .description('Delete the clicks of deleted links now instead of at night; takes about a minute')
  .action(async () => (await import('./purge.ts')).purge(readConfig()))

program
  .command('backup')
  .argument('<folder>', 'new folder for the backup')
  .description('Back up Postgres, ClickHouse and the encryption keys while Waymark runs')
  .action(async (folder) => (await import('./back-up.ts')).takeBackup(readConfig(), folder))
program
  .command('restore')
  .argument('<folder>', 'folder of a backup')
  .description('Fill empty stores from a backup, before Waymark is started')
  .action(async (folder) => (await import('./back-up.ts')).restoreBackup(readConfig(), folder))

program
  .command('rollups')
  .description('Manage the rollups that reports of accounts with many clicks are read from')
  .command('rebuild')
  .description('Build all rollups again from the clicks, with progress; reports read the clicks meanwhile')
  .action(async () => (await import('./rebuild-rollups.ts')).rebuildRollups(readConfig()))

addSafetyCommands(program, readConfig)

const parked = program.command('parked').description('Manage batches of clicks that no worker could read')
parked
  .command('list')
  .description('List these batches with the reasons, oldest first')
  .option('--json', 'print JSON')
  .action(async (options) => (await import('./parked-batches.ts')).listBatches(readConfig(), options))
parked
  .command('retry')
  .argument('[id]', 'only this batch')
  .description('Make the workers try again, for example after an upgrade; safe to repeat')
  .action(async (id) => (await import('./parked-batches.ts')).retryBatches(readConfig(), id))
parked
  .command('export')
  .argument('<folder>', 'new folder')
  .description('Write these batches to files, as they were in the queue')
  .action(async (folder) => (await import('./parked-batches.ts')).exportBatches(readConfig(), folder))
parked
  .command('delete')
  .argument('<id>', 'ID of the batch')
  .description('Delete a batch and its clicks; this cannot be undone')
  .action(async (id) => (await import('./parked-batches.ts')).deleteBatch(readConfig(), id))

program
  .command('spool')
  .description('Manage clicks on the disks of redirectors')
  .command('ship')
  .argument('<folder>', 'the spool of one redirector, such as DATA_DIR/spool/0')
  .option('--owner-is-gone', 'the machine that used the folder will never use it again')
  .description('Store the clicks of a redirector that will not run again; safe to repeat')
  .action(async (folder, options) => (await import('./ship-spool.ts')).shipSpool(readConfig(), folder, options))

const importing = program
  .command('import')
  .argument('<source>', 'csv, bitly, dub, kutt, rebrandly, shlink, shortio, tinyurl, yourls, or waymark')
  .description('Import links from a file or the API of another service (requires a running Waymark)')
  .option('--file <file>', 'CSV file with a header row, database of YOURLS or Kutt, or archive of an account')
  .option('--token-file <file>', 'file with a token of the service, to read its API instead of a file')
  .option('--url <url>', 'with --token-file: URL of your installation of the service')
  .option('--dry-run', 'only analyze the source, and print what would be imported')
  .option('--conflict <choice>', 'if a slug is taken: skip, rename, or overwrite', 'skip')
  .option('--map <pairs...>', 'columns by field, such as url="Target page" clicks=Hits')
  .option('--no-visits', 'leave out the individual visits of Shlink and YOURLS, and only import click totals')
  .option('--tags <list>', 'comma-separated tags to add to each link')
  .option('--domain <host>', 'domain for links whose own domain is not verified in the account')
  .option('--account <id>', 'account to import into; default: the first account')
  .option('--json', 'print the record of the import')
  .action(async (source, options) => (await import('./import-links.ts')).importLinks(readConfig(), source, options))

importing
  .command('verify')
  .argument('<id>', 'ID of a completed import')
  .description('Compare the old short URLs of an import with its links (requires a running Waymark)')
  .requiredOption('--hosts <list>', 'comma-separated old domains to request, such as bit.ly')
  .option('--per-second <number>', 'requests per second', '5')
  .option('--account <id>', 'account of the import; default: the first account')
  .option('--json', 'print each difference as JSON')
  .action(async (id, options) => (await import('./verify-import.ts')).verifyImport(readConfig(), id, options))

program
  .command('seed')
  .description('Fill an account with demo links, campaigns, and clicks (requires a running Waymark)')
  .option(
    '--clicks <number>',
    'number of clicks; more than 200000 are generated in ClickHouse, 500000 per second',
    '20000',
  )
  .option('--links <number>', 'additional links, most of them without clicks; about 8000 per second', '0')
  .option('--days <number>', 'length of the period in days', '90')
  .option('--seed <number>', 'random seed; repeating a run with the same seed adds nothing', '1')
  .option('--until <instant>', 'end of the period (ISO 8601), rounded down to the hour; default: now')
  .option('--account <id>', 'account that gets the demo data; default: the first account')
  .action(async (options) => (await import('./seed.ts')).seed(readConfig(), options))

addAccountCommands(program)

endWithPipe()
try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`waymark: ${explain(error)}\n`)
  process.exitCode = 1
}
