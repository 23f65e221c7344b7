/**
 * The same statement of a migration, except that it changes nothing if it is repeated: ClickHouse has no transactions, so a
 * process can be killed between a statement and the record of its migration.
 */
export function makeRepeatable(statement: string): string {
  if (!statement.startsWith('alter table ')) {
    return statement.replace(/^create table (?!if not exists )/, 'create table if not exists ')
  }
  return statement
    .replace(command('add (?:column|projection|index|constraint)', 'if not exists'), '$1 if not exists ')
    .replace(command('(?:drop|rename) (?:column|projection|index|constraint)', 'if exists'), '$1 if exists ')
}

/** A command of an alteration that lacks this condition. */
const command = (verb: string, condition: string) =>
  new RegExp(`((?:^alter table \\w+\\s+|,\\s*)${verb}) (?!${condition} )`, 'g')
