import type { Command } from 'commander'
import type { Config } from '#runtime/config.ts'

/** Adds the commands with which the operator stops harmful links. */
export function addSafetyCommands(program: Command, config: () => Config): void {
  const quarantine = program
    .command('quarantine')
    .description('Manage links and URLs of domains that are stopped because they may be harmful')
  const oneLink = ['<link>', 'short URL or ID of the link, of any account'] as const
  const either = ['<link>', 'short URL or ID of a link, or host or ID of a domain, of any account'] as const
  quarantine
    .command('add')
    .argument(...either)
    .requiredOption('--reason <text>', 'reason, which the account sees and visitors do not')
    .description(
      'Stop a link, or the fallback and store URLs of a domain: visitors see a page instead, until the quarantine is lifted',
    )
    .action(async (which, options) => (await import('./quarantine.ts')).addToQuarantine(config(), which, options))
  quarantine
    .command('remove')
    .argument(...either)
    .description('Lift the quarantine of a link or domain')
    .action(async (which) => (await import('./quarantine.ts')).liftQuarantine(config(), which))
  quarantine
    .command('list')
    .description('List links and domains in quarantine, newest first')
    .option('--account <id>', 'only those of this account')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('./quarantine.ts')).listQuarantine(config(), options))

  const reports = program.command('reports').description('Manage reports of links')
  reports
    .command('list')
    .description('List open reports, most reported links first')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('./reports.ts')).listReports(config(), options))
  reports
    .command('dismiss')
    .argument('<report>', 'ID as printed by list, or a short URL')
    .description('Dismiss the open reports of a link')
    .action(async (report) => (await import('./reports.ts')).dismiss(config(), report))
  reports
    .command('quarantine')
    .argument(...oneLink)
    .option('--reason <text>', 'reason, which the account sees; default: Reported by visitors')
    .description('Stop a link and dismiss its reports')
    .action(async (link, options) => (await import('./reports.ts')).quarantineReported(config(), link, options))
}
