/** The part of a JSON schema that the values are made from. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly anyOf?: readonly Schema[]
}

/** An input field of a call. */
export interface Field {
  readonly place: 'path' | 'query' | 'body' | 'form'
  readonly name: string
  readonly required: boolean
  readonly schema: Schema
}

/** Ways to authenticate: OpenAPI's names of the security schemes. */
export type Credential = 'bearer' | 'key' | 'share'

/** A call of the API as its OpenAPI document describes it. */
export interface Operation {
  /** For example `POST /api/login`. */
  readonly name: string
  readonly method: string
  /** With `{name}` for each parameter. */
  readonly path: string
  /** Empty for a call that is open to everybody. */
  readonly takes: readonly Credential[]
  readonly fields: readonly Field[]
  /** The body is bytes of any content type. */
  readonly raw: boolean
}

interface Body {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}
interface OperationObject {
  readonly security?: readonly Partial<Record<Credential, unknown>>[]
  readonly parameters?: readonly {
    readonly in: 'path' | 'query'
    readonly name: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Body }>> }
}
/** The part of an OpenAPI document that is used. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
}

/** Every call of a document. */
export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(method.toUpperCase(), path, described)),
  )

function operationOf(
  method: string,
  path: string,
  { security = [], parameters = [], requestBody }: OperationObject,
): Operation {
  const content = requestBody?.content ?? {}
  const fieldsOf = (type: string, place: 'body' | 'form'): Field[] => {
    const { properties = {}, required = [] } = content[type]?.schema ?? {}
    return Object.entries(properties).map(([name, schema]) => ({
      place,
      name,
      required: required.includes(name),
      schema,
    }))
  }
  return {
    name: `${method} ${path}`,
    method,
    path,
    takes: security.flatMap((scheme) => Object.keys(scheme) as Credential[]),
    fields: [
      ...parameters.map(({ in: place, name, required = false, schema }) => ({ place, name, required, schema })),
      ...fieldsOf('application/json', 'body'),
      ...fieldsOf('multipart/form-data', 'form'),
    ],
    raw: '*/*' in content,
  }
}
