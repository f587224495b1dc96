import { sql } from 'kysely'

/**
 * Condition on rows of `comments`: not deleted, or above an answer that is not. So a deleted comment keeps the place of
 * others' words, and goes with the last of them.
 * @param table name of the rows in the query
 */
export const isShown = (table: 'comments' | 'r' | 'c') =>
  sql<boolean>`(${sql.ref(`${table}.deleted_at`)} is null or exists (
    with recursive below as (
      select a.id, a.deleted_at from comments a where a.parent_comment_id = ${sql.ref(`${table}.id`)} and a.depth > 0
      union all
      select a.id, a.deleted_at from below join comments a on a.parent_comment_id = below.id and a.depth > 0
    )
    select from below where below.deleted_at is null))`
