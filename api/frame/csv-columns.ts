import { z } from 'zod'
import { csvValue } from '#core/csv-value.ts'

/** A column of a CSV file, and its value in a row. */
export interface CsvColumn {
  name: string
  read: (row: Record<string, unknown>) => unknown
}

/** The columns of a record: one for each member, or for each member of a nested object of plain values, such as og_title. */
export function csvColumns(record: z.ZodObject): CsvColumn[] {
  return Object.entries(record.shape).flatMap(([name, schema]): CsvColumn[] => {
    const inner = unwrap(schema)
    if (!(inner instanceof z.ZodObject) || !isFlat(inner)) return [{ name, read: (row) => csvValue(row[name]) }]
    return Object.keys(inner.shape).map((member) => ({
      name: member.startsWith(`${name}_`) ? member : `${name}_${member}`,
      read: (row) => csvValue((row[name] as Record<string, unknown> | null | undefined)?.[member]),
    }))
  })
}

const unwrap = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? unwrap(schema.unwrap())
    : schema

const plainTypes: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'enum', 'literal'])

const isFlat = ({ shape }: z.ZodObject) =>
  Object.values(shape).every((member) => plainTypes.has(unwrap(member as z.core.$ZodType)._zod.def.type))
