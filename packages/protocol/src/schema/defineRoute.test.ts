import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineEvent, defineMethod } from './defineMethod.ts'
import { defineRoute } from './defineRoute.ts'

/** A schema that counts how often it is made. */
function counted() {
  const made = { times: 0 }
  const schema = () => {
    made.times += 1
    return z.strictObject({ name: z.string() })
  }
  return { made, schema }
}

const policy = { access: 'open', ui: 'none' } as const

test.each([
  ['route', (schema) => defineRoute({ method: 'GET', path: '/', body: schema, reply: schema, auth: 'none' })],
  ['method', (schema) => defineMethod({ name: 'a', params: schema, result: schema, policy, timeout: 1 })],
  ['event', (schema) => defineEvent({ name: 'a', payload: schema })],
] satisfies [string, (schema: () => z.ZodMiniType) => object][])(
  'the schemas of a %s are made when they are read, once each',
  (_, define) => {
    const { made, schema } = counted()
    const contract = define(schema)
    const schemas = ['body', 'reply', 'params', 'result', 'payload']
    const names = Object.keys(contract).filter((name) => schemas.includes(name))
    expect(names.length).toBeGreaterThan(0)
    expect(made.times).toBe(0)
    for (const name of names) {
      const read = (): z.ZodMiniType => Reflect.get(contract, name)
      expect(read().safeParse({ name: 'x' }).success).toBe(true)
      expect(read().safeParse({}).success).toBe(false)
    }
    expect(made.times).toBe(names.length)
  },
)
