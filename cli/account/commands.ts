import type { Command } from 'commander'
import { addCompletion } from './completion.ts'
import { addExportCommand } from './export.ts'
import { addLinkCommands } from './links.ts'
import { addQrCommands } from './qr.ts'
import { addWebhookCommands } from './webhooks.ts'

/** The commands for an account, which use the API from any machine. */
export function addAccountCommands(program: Command): void {
  program.commandsGroup('Your account (over the API, from any machine):')
  program
    .command('login')
    .description('Sign in with the browser, or with an API key from standard input')
    .option('--url <url>', 'URL of the dashboard; default: WAYMARK_URL, or the previous one')
    .option('--key', 'read an API key from standard input')
    .action(async (options) => (await import('./log-in.ts')).logIn(options))
  program
    .command('logout')
    .description('Sign out and delete the saved credentials; an API key stays valid')
    .action(async () => (await import('./log-in.ts')).logOut())
  program
    .command('whoami')
    .description('Show the account and its plan')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('./log-in.ts')).showAccount(options))
  addLinkCommands(program.command('links').description('Create, list, change and delete links'))
  addQrCommands(program.command('qr').description('Create and download QR codes'))
  program
    .command('stats')
    .argument('[link]', 'slug or ID; default: all links')
    .description('Show clicks as a chart')
    .option('--days <number>', 'number of days, including today', '14')
    .option('--timezone <zone>', 'time zone of the days; default: the time zone of this machine')
    .option('--json', 'print JSON')
    .action(async (link, options) => (await import('./stats.ts')).showStats(link, options))
  addExportCommand(program)
  addWebhookCommands(program.command('webhooks').description('List webhooks, and print their deliveries'))
  addCompletion(program)
}
