import { expect, it } from 'vitest'
import { type SessionProperties, sessionCapabilities } from './sessionRequest.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const atomic = { atomic: { status: 'supported' } }

const session = (properties: Partial<SessionProperties>): SessionProperties => ({
  topic: 'topic',
  peer: { metadata: {} },
  namespaces: {
    eip155: {
      accounts: [`eip155:1:${ADDRESS}`, `eip155:8453:${ADDRESS}`, `eip155:8453:${OTHER}`],
      methods: [],
      events: [],
    },
  },
  ...properties,
})

it.each<[string, Partial<SessionProperties>, unknown, unknown]>([
  ['for all networks', { sessionProperties: atomic }, [ADDRESS], { '0x1': atomic, '0x2105': atomic }],
  [
    'written as a text',
    { sessionProperties: { atomic: '{"status":"supported"}' } },
    [ADDRESS, ['0x1']],
    { '0x1': atomic },
  ],
  [
    'for one network',
    { scopedProperties: { 'eip155:8453': JSON.stringify(atomic) } },
    [ADDRESS, ['0x2105']],
    { '0x2105': atomic },
  ],
  [
    'for one account of a network, which wins',
    {
      sessionProperties: { atomic: { status: 'ready' }, auxiliaryFunds: { supported: true } },
      scopedProperties: {
        'eip155:8453': { atomic: { status: 'unsupported' }, [`eip155:8453:${ADDRESS}`]: atomic },
      },
    },
    [ADDRESS.toLowerCase(), ['0x2105']],
    { '0x2105': { ...atomic, auxiliaryFunds: { supported: true } } },
  ],
  [
    'without the networks that nobody shared',
    { sessionProperties: atomic },
    [ADDRESS, ['0x1', '0xa']],
    { '0x1': atomic },
  ],
])('answers what a wallet said when it connected, %s', (_, properties, params, answer) => {
  expect(sessionCapabilities(session(properties), params)).toEqual(answer)
})

it.each<[string, Partial<SessionProperties>, unknown]>([
  ['nothing was said', {}, [ADDRESS]],
  ['one of the networks is not spoken of', { scopedProperties: { 'eip155:1': atomic } }, [ADDRESS]],
  ['the address was not shared there', { sessionProperties: atomic }, [OTHER, ['0x1']]],
  [
    'it is of other things',
    { sessionProperties: { expiry: '2030', caip154: { supported: 'true' } } },
    [ADDRESS],
  ],
  ['it is no object', { sessionProperties: { atomic: 'yes' }, scopedProperties: 'x' }, [ADDRESS]],
  ['there is no address', { sessionProperties: atomic }, []],
  ['the params are none', { sessionProperties: atomic }, undefined],
  ['the networks are no chain ids', { sessionProperties: atomic }, [ADDRESS, ['1']]],
  ['only unknown networks are asked for', { sessionProperties: atomic }, [ADDRESS, ['0xa']]],
])('leaves it to the wallet when %s', (_, properties, params) => {
  expect(sessionCapabilities(session(properties), params)).toBeUndefined()
})
