import { malformed } from '../errors.ts'
import type { FieldFormat, FieldGroup, FieldNode, Visibility } from './Descriptor.ts'
import { type FieldPath, parsePath } from './fieldPath.ts'
import { type JsonObject, readArray, readLiteral, readObject, readWords } from './readJson.ts'
import { isFormatName, type Metadata, readParams } from './readParams.ts'

export type FieldReader = {
  readonly metadata: Metadata
  /** `display.definitions`, as they stand in the file. */
  readonly definitions: Readonly<Record<string, JsonObject>>
  /** Version 1 has lists of paths in place of `visible`. */
  readonly version: 1 | 2
}

const maxDepth = 4
export const definitionKeys = ['$id', 'label', 'format', 'params', 'visible', 'separator']
const fieldKeys = [...definitionKeys, 'path', 'value', '$ref']

/** A path to what is shown: never into the descriptor. */
function readDataPath(value: unknown): FieldPath {
  const path = parsePath(value)
  return path.root === 'file' ? malformed('descriptorPath', 'root') : path
}

function readVisible({ version }: FieldReader, value: unknown): Visibility {
  if (value === undefined) return { rule: 'always' }
  if (version === 1) return malformed('descriptor', 'visible')
  if (value === 'always' || value === 'optional' || value === 'never') return { rule: value }
  const rules = readObject(value, ['ifNotIn', 'mustMatch'], 'visible')
  const [only, ...rest] = Object.entries(rules)
  if (!only || rest.length > 0) return malformed('descriptor', 'visible')
  const values = readArray(only[1], 'visible', 20).map((item) => readLiteral(item, 'visible'))
  if (values.length === 0) malformed('descriptor', 'visible')
  return { rule: only[0] as 'ifNotIn' | 'mustMatch', values }
}

/** A field with its definition's parts where it has none of its own; a definition refers to no other. */
function merged({ definitions }: FieldReader, field: JsonObject): JsonObject {
  if (field.$ref === undefined) return field
  const name = /^\$\.display\.definitions\.([A-Za-z0-9_]+)$/.exec(String(field.$ref))?.[1] ?? ''
  const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined
  if (definition === undefined || field.format !== undefined) return malformed('descriptorReference', name)
  const params = { ...(definition.params as object), ...(field.params as object) }
  return { ...definition, ...field, params }
}

function readField(reader: FieldReader, value: unknown): FieldFormat {
  const field = merged(reader, readObject(value, fieldKeys, 'field'))
  const { path, value: literal, label, format, params, visible, separator } = field
  if (!isFormatName(format)) return malformed('descriptor', 'format')
  if (separator !== undefined) readWords(separator, 'separator')
  if ((path === undefined) === (literal === undefined)) return malformed('descriptor', 'path')
  return {
    kind: 'field',
    label: readWords(label, 'label', 40),
    format,
    of: path === undefined ? { value: readLiteral(literal, 'value') } : { path: readDataPath(path) },
    params: readParams(reader.metadata, format, params),
    visible: readVisible(reader, visible),
  }
}

function readGroup(reader: FieldReader, value: unknown, depth: number): FieldGroup {
  const group = readObject(value, ['$id', 'path', 'label', 'iteration', 'fields'], 'group')
  const { path, iteration = 'sequential', fields } = group
  if (iteration !== 'sequential' && iteration !== 'bundled') return malformed('descriptor', 'iteration')
  const read = path === undefined ? null : readDataPath(path)
  if (read?.root === 'container') malformed('descriptorPath', 'group')
  return {
    kind: 'group',
    path: read,
    bundled: iteration === 'bundled',
    fields: readFields(reader, fields, depth + 1),
  }
}

/** Reads `fields` of a format or of a group. */
export function readFields(reader: FieldReader, value: unknown, depth = 0): readonly FieldNode[] {
  if (depth > maxDepth) malformed('descriptor', 'depth')
  return readArray(value, 'fields').map((item) =>
    typeof item === 'object' && item !== null && 'fields' in item
      ? readGroup(reader, item, depth)
      : readField(reader, item),
  )
}

/** Reads `required` or `excluded` of version 1. */
export function readPaths({ version }: FieldReader, value: unknown): readonly FieldPath[] {
  if (value === undefined) return []
  return version === 1 ? readArray(value, 'paths').map(readDataPath) : malformed('descriptor', 'paths')
}
