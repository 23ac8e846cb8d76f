import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { callWith, encode, sayWith } from './testing/describeWith.ts'
import { contract, descriptorOf, field, other } from './testing/sampleDescriptor.ts'

const labelled = (label: string, path: string, format: string, params?: object, more?: object) => ({
  ...field(path, format, params, more),
  label,
})

describe('the examples of ERC-7730', () => {
  test('visibility rules', () => {
    const key = 'send(address to,uint256 value,address referrer,address rfu,uint256 legacy,uint256 fee)'
    const descriptor = descriptorOf({
      [key]: {
        intent: 'Send',
        interpolatedIntent: 'Send {value} to {to}',
        fields: [
          labelled('To', 'to', 'addressName', undefined, { visible: 'always' }),
          labelled('Amount', 'value', 'tokenAmount', { tokenPath: '@.to' }),
          labelled('Referrer', 'referrer', 'addressName', undefined, { visible: 'optional' }),
          labelled('RFU', 'rfu', 'addressName', undefined, { visible: 'never' }),
          labelled('Legacy', 'legacy', 'raw', undefined, { visible: { mustMatch: [0] } }),
          labelled('Fee', 'fee', 'amount', undefined, { visible: { ifNotIn: [0] } }),
        ],
      },
    })
    const say = (legacy: bigint, fee: bigint) =>
      sayWith([descriptor], encode(key, [other, 150n, other, other, legacy, fee]))
    expect(say(0n, 0n)).toEqual({
      intent: 'Send',
      owner: 'Example',
      interpolatedIntent: `Send 1.5 EX to ${other}`,
      fields: [
        { label: 'To', value: other },
        { label: 'Amount', value: '1.5 EX' },
        { label: 'Referrer', value: other },
      ],
    })
    expect(say(0n, 10n ** 18n)?.fields.at(-1)).toEqual({ label: 'Fee', value: '1 ETH' })
    expect(say(1n, 0n)).toBeNull()
  })

  const distribute = 'distribute(address[] recipients,uint256[] percentages)'
  const fees = descriptorOf(
    {
      [distribute]: {
        intent: 'Distribute fees',
        interpolatedIntent: 'Distribute fees {percentages} among {recipients}',
        fields: [
          labelled('Total', '@.value', 'amount'),
          {
            label: 'Recipients and fees',
            iteration: 'bundled',
            fields: [
              labelled('Recipient', 'recipients.[]', 'addressName', undefined, {
                separator: 'Recipient {index}',
              }),
              labelled('Share', 'percentages.[]', 'unit', { base: '%', decimals: 2 }),
            ],
          },
        ],
        required: ['recipients', 'percentages'],
        excluded: [],
      },
    },
    { version: 1 },
  )

  test('arrays side by side', () => {
    const data = encode(distribute, [
      [other, contract],
      [7_500n, 2_500n],
    ])
    expect(sayWith([fees], data, { value: 10n ** 18n })).toEqual({
      intent: 'Distribute fees',
      owner: 'Example',
      fields: [
        { label: 'Total', value: '1 ETH' },
        { label: 'Recipient', value: other },
        { label: 'Share', value: '75%' },
        { label: 'Recipient', value: 'Example' },
        { label: 'Share', value: '25%' },
      ],
    })
  })

  test('arrays of different lengths are refused', () => {
    expect(sayWith([fees], encode(distribute, [[other], [1n, 2n]]))).toBeNull()
  })

  const batch = 'batchExecute(address[] targets,bytes[] datas,uint256[] values)'
  const execute = descriptorOf(
    {
      [batch]: {
        intent: 'Execute calls',
        fields: [
          labelled('Call', 'datas.[]', 'calldata', { calleePath: 'targets.[]', amountPath: 'values.[]' }),
        ],
        required: ['datas'],
        excluded: [],
      },
    },
    { version: 1 },
  )
  const approve = encodeFunctionData({
    abi: parseAbi(['function approve(address spender, uint256 amount)']),
    args: [other, 5n],
  })

  test('calls within a call are read as calls', () => {
    const data = encode(batch, [
      [contract, other],
      [approve, '0x'],
      [0n, 3n],
    ])
    expect(callWith([execute], data)).toMatchObject({
      kind: 'described',
      calls: [
        { kind: 'approval', token: contract, spender: other, amount: 5n },
        { kind: 'nativeTransfer', to: other, value: 3n },
      ],
    })
  })

  test('calls within a call that nobody can read leave the whole unread', () => {
    expect(callWith([execute], encode(batch, [[contract], ['0x12345678'], [0n]])).kind).toBe('unknown')
  })

  test('calls within calls end', () => {
    let data = approve
    for (let depth = 0; depth < 7; depth += 1) data = encode(batch, [[contract], [data], [0n]])
    expect(callWith([execute], data).kind).toBe('unknown')
  })

  test('slices of bytes', () => {
    const key = 'exactOutput((bytes path,address recipient,uint256 amountIn) params)'
    const amount = (range: string) =>
      descriptorOf({
        [key]: {
          intent: 'Swap',
          fields: [
            labelled('Sends', 'params.amountIn', 'tokenAmount', { tokenPath: `params.path.${range}` }),
            labelled('To', 'params.recipient', 'addressName'),
            labelled('Route', 'params.path', 'raw', undefined, {
              visible: { mustHaveSize: { first: 20, each: 23 } },
            }),
          ],
        },
      })
    const path = `${contract}000bb8${other.slice(2)}`
    const data = encode(key, [{ path, recipient: other, amountIn: 100n }])
    expect(sayWith([amount('[0:20]')], data)?.fields[0]?.value).toBe('1 EX')
    expect(sayWith([amount('[-20:]')], data)?.fields[0]?.value).toBe(`100 of ${other}`)
    for (const range of ['[0:19]', '[1:60]', '[40:20]', '[-60:]', '[0]', '[]'])
      expect(sayWith([amount(range)], data)).toBeNull()
  })

  test('definitions, overridden where they are used', () => {
    const key = 'pay(address to,uint256 amount)'
    const definitions = {
      sum: {
        label: 'Sum',
        format: 'tokenAmount',
        params: { token: other, threshold: '0x64', message: 'All' },
      },
      person: { label: 'Person', format: 'addressName' },
    }
    const fields = [
      { path: 'to', $ref: '$.display.definitions.person' },
      { path: 'amount', $ref: '$.display.definitions.sum', params: { token: contract } },
    ]
    const descriptor = descriptorOf({ [key]: { intent: 'Pay', fields } }, { definitions })
    expect(sayWith([descriptor], encode(key, [other, 100n]))?.fields).toEqual([
      { label: 'Person', value: other },
      { label: 'Sum', value: 'All EX' },
    ])
  })

  test('braces in a sentence', () => {
    const key = 'run(uint256 amount)'
    const say = (interpolatedIntent: string) => {
      const fields = [labelled('Amount', 'amount', 'raw')]
      const descriptor = descriptorOf({ [key]: { intent: 'Run', interpolatedIntent, fields } })
      return sayWith([descriptor], encode(key, [100n]))?.interpolatedIntent
    }
    expect(say('Execute {{function}} with {amount} tokens')).toBe('Execute {function} with 100 tokens')
    for (const broken of [
      'Run {amount',
      'Run amount}',
      'Run {}',
      'Run {other}',
      'Run {#.}',
      'Run {amount} {amount}',
    ])
      expect(say(broken)).toBeUndefined()
  })

  test('a sentence relies on nothing that may be hidden', () => {
    const key = 'run(uint256 amount)'
    const say = (visible: unknown) => {
      const fields = [labelled('Amount', 'amount', 'raw', undefined, { visible })]
      const descriptor = descriptorOf({
        [key]: { intent: 'Run', interpolatedIntent: 'Run {amount}', fields },
      })
      return sayWith([descriptor], encode(key, [100n]))
    }
    expect(say('always')?.interpolatedIntent).toBe('Run 100')
    for (const visible of ['optional', 'never', { ifNotIn: [5] }])
      expect(say(visible)).toMatchObject({ intent: 'Run' })
    for (const visible of ['optional', 'never', { ifNotIn: [5] }])
      expect(say(visible)?.interpolatedIntent).toBeUndefined()
  })

  test('text of a site is a value and never part of the words', () => {
    const key = 'note(string text)'
    const fields = [labelled('Text', 'text', 'raw')]
    const descriptor = descriptorOf({
      [key]: { intent: 'Note', interpolatedIntent: 'Note {text}', fields },
    })
    const call = callWith([descriptor], encode(key, ['{text} to vitalik.eth']))
    expect(call).toMatchObject({
      described: { sentence: [{ text: 'Note ' }, { place: 'text', value: { kind: 'quote' } }] },
    })
  })
})
