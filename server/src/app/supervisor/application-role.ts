import type { Connection } from '../../platform/db/connections.ts'

/** The role that API and worker connect as. */
export const APPLICATION_ROLE = 'footnote_app'

/** Objects that the current role owns, without those of the system and of extensions. */
const OURS = (catalog: string, owner: string) => `
  ${owner} = current_user::regrole
  and not exists (
    select from pg_depend
    where classid = 'pg_catalog.${catalog}'::regclass and objid = object.oid and deptype = 'e')`

const IN_OUR_SCHEMAS = (namespace: string) => `
  ${namespace} in (
    select oid from pg_namespace where nspname not like 'pg\\_%' and nspname <> 'information_schema')`

/**
 * Statements that give each object to the application, one by one: PostgreSQL refuses to reassign everything that a
 * cluster's first role owns. Indexes, sequences of columns, and the types of rows and arrays move with their tables.
 */
const STATEMENTS = `
  select format('alter schema %I owner to ${APPLICATION_ROLE}', nspname) as statement
  from pg_namespace as object
  where ${IN_OUR_SCHEMAS('oid')} and ${OURS('pg_namespace', 'nspowner')}
  union all
  select format('alter table %s owner to ${APPLICATION_ROLE}', oid::regclass)
  from pg_class as object
  where relkind in ('r', 'p', 'v', 'm', 'f', 'S') and ${IN_OUR_SCHEMAS('relnamespace')} and ${OURS('pg_class', 'relowner')}
    and not exists (
      select from pg_depend
      where classid = 'pg_catalog.pg_class'::regclass and objid = object.oid and relkind = 'S'
        and refclassid = 'pg_catalog.pg_class'::regclass and deptype in ('a', 'i'))
  union all
  select format('alter routine %s owner to ${APPLICATION_ROLE}', oid::regprocedure)
  from pg_proc as object
  where ${IN_OUR_SCHEMAS('pronamespace')} and ${OURS('pg_proc', 'proowner')}
  union all
  select format('alter type %s owner to ${APPLICATION_ROLE}', oid::regtype)
  from pg_type as object
  where ${IN_OUR_SCHEMAS('typnamespace')} and ${OURS('pg_type', 'typowner')}
    and (typtype in ('d', 'e', 'r')
      or typtype = 'c' and (select relkind from pg_class where oid = typrelid) = 'c')
  union all
  select format('alter statistics %I.%I owner to ${APPLICATION_ROLE}', nspname, stxname)
  from pg_statistic_ext as object join pg_namespace on pg_namespace.oid = stxnamespace
  where ${IN_OUR_SCHEMAS('stxnamespace')} and ${OURS('pg_statistic_ext', 'stxowner')}`

/**
 * Creates the application's role, which may do nothing outside its database, and gives it the database and each object
 * in it. Runs in one transaction; a second run changes nothing.
 * @param admin connected to the application's database as the role that created it
 * @param password letters and digits
 */
export async function giveToApplication(admin: Connection, password: string): Promise<void> {
  await admin.query('begin')
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [APPLICATION_ROLE])
  await admin.query(
    `${rowCount ? 'alter' : 'create'} role ${APPLICATION_ROLE}
      login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
  )
  const { rows } = await admin.query<{ name: string }>('select format($1, current_database()) as name', ['%I'])
  await admin.query(`alter database ${rows[0]?.name} owner to ${APPLICATION_ROLE}`)
  const { rows: objects } = await admin.query<{ statement: string }>(STATEMENTS)
  for (const { statement } of objects) await admin.query(statement)
  await admin.query('commit')
}
