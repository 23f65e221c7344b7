import { describe, expect, it } from 'vitest'
import { readMigrations, splitStatements } from './migrate.ts'
import { renderForCluster } from './render-for-cluster.ts'

const target = { cluster: 'main', database: 'waymark' }
const render = (statement: string) => renderForCluster(statement, target)

it('renders the migrations as in the file next to this test', async () => {
  const rendered = readMigrations('clickhouse').flatMap(({ name, sql }) => [
    `-- ${name}`,
    ...splitStatements(sql)
      .flatMap(render)
      .map((statement) => `${statement};`),
  ])
  await expect(`${rendered.join('\n\n')}\n`).toMatchFileSnapshot('./cluster-migrations.snapshot.sql')
})

describe('changes', () => {
  it('apply to the rows and to the table that reads all of them, if they change columns', () => {
    expect(render('alter table clicks add column place String after city')).toEqual([
      'alter table `waymark`.`clicks_local` on cluster `main` add column if not exists place String after city settings alter_sync = 2',
      'alter table `waymark`.`clicks` on cluster `main` add column if not exists place String after city',
    ])
  })

  it('apply to the rows last, if they remove columns', () => {
    expect(render('alter table clicks drop column place')).toEqual([
      'alter table `waymark`.`clicks` on cluster `main` drop column if exists place',
      'alter table `waymark`.`clicks_local` on cluster `main` drop column if exists place settings alter_sync = 2',
    ])
  })

  it.each([
    'modify setting index_granularity = 1024',
    'materialize column place',
    'drop projection if exists quarters',
  ])('apply only to the rows otherwise: %s', (change) => {
    const [only, ...others] = render(`alter table clicks ${change}`)
    expect(only).toContain(`\`clicks_local\` on cluster \`main\` ${change}`)
    expect(others).toEqual([])
  })

  it('are passed on by the nodes themselves, if every node has the whole table', () => {
    expect(render('alter table link_facts add column place String')).toEqual([
      'alter table `waymark`.`link_facts` add column if not exists place String settings alter_sync = 2',
    ])
  })
})

describe('is not rendered:', () => {
  it.each([
    ['a statement of an unknown kind', 'insert into clicks select * from others', 'A cluster needs to know'],
    ['an unknown change', 'alter table clicks freeze', 'A cluster needs to know'],
    [
      'a table whose place is unknown',
      'create table visits (id UUID)\nengine = MergeTree\norder by id',
      'Add visits to',
    ],
    ['a change of such a table', 'alter table visits add column place String', 'Add visits to'],
    [
      'an engine without copies',
      'create table clicks (id UUID)\nengine = Memory',
      'no engine that a cluster can replicate',
    ],
    [
      'columns together with something else',
      'alter table clicks drop column place, drop projection quarters',
      'in a separate statement',
    ],
  ])('%s', (_name, statement, message) => {
    expect(() => render(statement)).toThrow(message)
  })
})
