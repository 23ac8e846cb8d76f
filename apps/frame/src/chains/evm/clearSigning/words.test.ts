import { createClearSigner, readDescriptor, snapshot } from '@latchkey/chain-evm/decode/clearSigning'
import { describe, expect, test } from 'vitest'
import { wordsKey } from './describedView.ts'

type Json = Readonly<Record<string, unknown>>
type Field = { label?: string; fields?: readonly Field[]; params?: { message?: string } }

const fieldsOf = (fields: readonly Field[]): readonly Field[] =>
  fields.flatMap((field) => (field.fields ? fieldsOf(field.fields) : [field]))

const formatsOf = (document: unknown) =>
  Object.values((document as { display: { formats: Json } }).display.formats) as {
    intent: string
    interpolatedIntent?: string
    fields: readonly Field[]
  }[]

/** `{params.amountIn}` is the place `amountIn` of a message. */
const template = (text: string) => `${text.replace(/\{(?:[^{}]*[^A-Za-z0-9{}])?([A-Za-z0-9]+)\}/g, '{$1}')}.`
const isHidden = (field: Field) => {
  const { visible } = field as { visible?: unknown }
  if (typeof visible !== 'object' || visible === null) return visible === 'never'
  return 'mustMatch' in visible || 'mustHaveSize' in visible
}

describe.each(snapshot)('the catalogues have the words of $file', ({ document }) => {
  const formats = formatsOf(document)
  test('what can be read', () => expect(readDescriptor(document)).toBeTruthy())
  test.each(formats)('$intent', ({ intent, interpolatedIntent, fields }) => {
    expect(wordsKey('title', intent)).toBeDefined()
    if (interpolatedIntent) expect(wordsKey('say', template(interpolatedIntent))).toBeDefined()
    for (const field of fieldsOf(fields).filter((one) => !isHidden(one))) {
      expect.soft(wordsKey('row', field.label ?? ''), field.label).toBeDefined()
      const { message } = field.params ?? {}
      if (message) expect(wordsKey('all', `${message} {token}`)).toBeDefined()
    }
  })
  test('and of its enumerations', () => {
    const { enums = {} } = (document as { metadata: { enums?: Readonly<Record<string, Json>> } }).metadata
    for (const words of Object.values(enums).flatMap((one) => Object.values(one)))
      expect(wordsKey('word', String(words))).toBeDefined()
  })
})

test('a signer of nothing says nothing', () => {
  const call = {
    kind: 'unknown',
    to: `0x${'11'.repeat(20)}`,
    selector: '0x12345678',
    value: 0n,
    data: '0x12345678',
  } as const
  expect(createClearSigner([]).describeCall(call, { chainId: 1, from: call.to })).toBe(call)
})
