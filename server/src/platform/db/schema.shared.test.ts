import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, type TsInterfaceDeclaration, type TsType, type TsTypeAliasDeclaration } from '@swc/core'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import { openDatabase } from './database.ts'

/** Tables that only hand-written SQL uses: the applied migrations, and the tables of vectors and of words. */
const NOT_TYPED = new Set(['migrations', 'vector_engines', 'vector_pages', 'line_sets', 'line_words', 'word_lines'])

/** JavaScript's type of a column, as `pg` reads it. */
const READ_AS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['uuid', 'text', 'varchar', 'tsvector', 'int8multirange'].map((name) => [name, 'string'])),
  ...Object.fromEntries(['int2', 'int4', 'int8', 'float4', 'float8'].map((name) => [name, 'number'])),
  ...{ bool: 'boolean', timestamptz: 'Date', bytea: 'Buffer', json: 'json', jsonb: 'json' },
}
const readAs = (udt: string): string =>
  udt.startsWith('_') ? `${READ_AS[udt.slice(1)] ?? udt}[]` : (READ_AS[udt] ?? udt)

/** A column: its type, whether it may be null, and whether an insert may omit it. */
interface Column {
  readonly type: string
  readonly nullable: boolean
  readonly optional: boolean
}
type Columns = Readonly<Record<string, Column>>

/** Reads schema.ts as text, since its types do not exist at run time. */
class SchemaText {
  readonly #interfaces = new Map<string, TsInterfaceDeclaration>()
  readonly #aliases = new Map<string, TsTypeAliasDeclaration>()

  static async read(source: string): Promise<SchemaText> {
    const declared = new SchemaText()
    const { body } = await parse(source, { syntax: 'typescript' })
    for (const item of body) {
      const node = item.type === 'ExportDeclaration' ? item.declaration : item
      if (node.type === 'TsInterfaceDeclaration') declared.#interfaces.set(node.id.value, node)
      if (node.type === 'TsTypeAliasDeclaration') declared.#aliases.set(node.id.value, node)
    }
    return declared
  }

  tables(): Record<string, Columns> {
    return Object.fromEntries(this.#members('Tables').map(([table, type]) => [table, this.#columnsOf(nameOf(type))]))
  }

  #columnsOf(name: string): Columns {
    return Object.fromEntries(this.#members(name).map(([column, type]) => [column, this.#column(type)]))
  }

  #members(name: string): [string, TsType][] {
    const found = this.#interfaces.get(name)
    if (!found) throw new Error(`schema.ts has no interface ${name}`)
    const inherited = found.extends.flatMap(({ expression }) =>
      expression.type === 'Identifier' ? this.#members(expression.value) : [],
    )
    const own = found.body.body.map((member): [string, TsType] => {
      if (member.type !== 'TsPropertySignature' || member.key.type !== 'Identifier' || !member.typeAnnotation)
        throw new Error(`A member of ${name} is no field`)
      return [member.key.value, member.typeAnnotation.typeAnnotation]
    })
    return [...inherited, ...own]
  }

  #column(type: TsType): Column {
    if (type.type === 'TsParenthesizedType') return this.#column(type.typeAnnotation)
    if (type.type === 'TsKeywordType') return plain(type.kind)
    if (type.type === 'TsLiteralType') return plain(literal(type.literal.type))
    if (type.type === 'TsArrayType') return plain(`${this.#column(type.elemType).type}[]`)
    if (type.type === 'TsUnionType') return this.#union(type.types)
    if (type.type !== 'TsTypeReference') throw new Error(`schema.ts has a ${type.type}, which its test does not know`)
    const [name, first, second] = [nameOf(type), ...(type.typeParams?.params ?? [])]
    if (name === 'JSONColumnType') {
      const [nullable, optional] = [
        first !== undefined && hasKeyword(first, 'null'),
        second !== undefined && hasKeyword(second, 'undefined'),
      ]
      return { type: 'json', nullable, optional }
    }
    if (!first)
      return this.#aliases.has(name) ? this.#column(this.#aliases.get(name)!.typeAnnotation) : plain(named(name))
    const optional = second === undefined || hasKeyword(second, 'undefined')
    return { ...this.#column(first), optional }
  }

  #union(types: readonly TsType[]): Column {
    const members = types.filter((type) => !isKeyword(type, 'null')).map((type) => this.#column(type))
    const names = new Set(members.map(({ type }) => type))
    if (names.size !== 1) throw new Error(`A column is both ${[...names].join(' and ')}`)
    return { ...members[0]!, nullable: types.length > members.length }
  }
}

const plain = (type: string): Column => ({ type, nullable: false, optional: false })
const literal = (kind: string): string =>
  kind === 'BooleanLiteral' ? 'boolean' : kind === 'NumericLiteral' ? 'number' : 'string'
/** Types of the contract are words. */
const named = (name: string): string => (['Date', 'Buffer'].includes(name) ? name : 'string')
const isKeyword = (type: TsType, kind: string): boolean => type.type === 'TsKeywordType' && type.kind === kind
const hasKeyword = (type: TsType, kind: string): boolean =>
  type.type === 'TsUnionType' && type.types.some((one) => isKeyword(one, kind))
function nameOf(type: TsType): string {
  if (type.type !== 'TsTypeReference' || type.typeName.type !== 'Identifier') throw new Error('A table is no interface')
  return type.typeName.value
}

/** Every difference between the declared and the real columns. */
function differences(declared: Record<string, Columns>, found: Record<string, Columns>): string[] {
  const faults: string[] = []
  for (const table of new Set([...Object.keys(declared), ...Object.keys(found)])) {
    const [here, there] = [declared[table], found[table]]
    if (!here || !there) {
      faults.push(`${table}: ${here ? 'no such table in the database' : 'missing in schema.ts'}`)
      continue
    }
    for (const column of new Set([...Object.keys(here), ...Object.keys(there)])) {
      const [says, is] = [here[column], there[column]]
      const name = `${table}.${column}`
      if (!says || !is) faults.push(`${name}: ${says ? 'no such column in the database' : 'missing in schema.ts'}`)
      else if (says.type !== is.type) faults.push(`${name}: ${says.type}, in the database ${is.type}`)
      else if (says.nullable !== is.nullable) faults.push(`${name}: ${is.nullable ? 'may be null' : 'is never null'}`)
      else if (says.optional && !is.optional) faults.push(`${name}: an insert cannot leave it out`)
    }
  }
  return faults
}

const db = openDatabase(await createTestDatabase())
afterAll(() => db.destroy())

async function migrated(): Promise<Record<string, Columns>> {
  const { rows } = await sql<{ table: string; column: string; udt: string; nullable: boolean; given: boolean }>`
    select table_name as table, column_name as column, udt_name as udt, is_nullable = 'YES' as nullable,
      column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as given
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name, ordinal_position`.execute(db)
  const tables: Record<string, Record<string, Column>> = {}
  for (const { table, column, udt, nullable, given } of rows) {
    if (NOT_TYPED.has(table)) continue
    tables[table] = { ...tables[table], [column]: { type: readAs(udt), nullable, optional: nullable || given } }
  }
  return tables
}

const source = await readFile(join(import.meta.dirname, 'schema.ts'), 'utf8')

test('schema.ts has the tables and columns of the migrated database, with their types and whether they may be null', async () => {
  const declared = (await SchemaText.read(source)).tables()
  expect(Object.keys(declared).length).toBeGreaterThan(30)
  expect(differences(declared, await migrated())).toEqual([])
})

test.each([
  ['a missing column', '  password_hash: string\n', '', 'users.password_hash: missing in schema.ts'],
  [
    'a column too many',
    '  email: string\n',
    '  email: string\n  nickname: string\n',
    'users.nickname: no such column in the database',
  ],
  [
    'a wrong type',
    '  is_admin: DefaultColumn<boolean>',
    '  is_admin: DefaultColumn<string>',
    'users.is_admin: string, in the database boolean',
  ],
  ['a null that cannot be', '  last_name: string\n', '  last_name: string | null\n', 'users.last_name: is never null'],
  [
    'a default that is none',
    '  first_name: string\n',
    '  first_name: DefaultColumn<string>\n',
    'users.first_name: an insert cannot leave it out',
  ],
  ['a missing table', '  users: Users\n', '', 'users: missing in schema.ts'],
])('%s is noticed', async (_what, before, after, fault) => {
  const declared = (await SchemaText.read(source.replace(before, after))).tables()
  expect(differences(declared, await migrated())).toEqual([fault])
})
