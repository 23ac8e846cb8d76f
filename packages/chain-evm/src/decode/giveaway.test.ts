import { describe, expect, test } from 'vitest'
import { parseTypedDataRequest } from './typedData.ts'
import { isGiveaway } from './typedDataPurpose.ts'

const own = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const thief = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const zero = `0x${'0'.repeat(40)}`
const word = `0x${'0'.repeat(64)}`
const members = (text: string) =>
  text.split(',').map((member) => ({ type: member.split(' ')[0] ?? '', name: member.split(' ')[1] ?? '' }))
const parse = (primaryType: string, types: Record<string, string>, message: object, name: string) => {
  const document = {
    domain: {
      name,
      version: '1',
      chainId: 1,
      verifyingContract: '0x0000000000000068F116a894984e2DB1123eB395',
    },
    types: Object.fromEntries(Object.entries(types).map(([key, text]) => [key, members(text)])),
    primaryType,
    message,
  }
  return parseTypedDataRequest([own, document], { chainId: 1, address: own })
}

const seaport = {
  OrderComponents:
    'address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter',
  OfferItem:
    'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount',
  ConsiderationItem:
    'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient',
}
const item = (itemType: string, start: string, end = start) => ({
  itemType,
  token: itemType === '0' ? zero : thief,
  identifierOrCriteria: '7',
  startAmount: start,
  endAmount: end,
})
const asked = (recipient: string, itemType: string, start: string, end = start) => ({
  ...item(itemType, start, end),
  recipient,
})
const components = (offer: object[], consideration: object[]) => ({
  offerer: own,
  zone: zero,
  offer,
  consideration,
  orderType: '0',
  startTime: '0',
  endTime: '1',
  zoneHash: word,
  salt: '0',
  conduitKey: word,
  counter: '0',
})
const nft = item('2', '1')
const ether = String(10n ** 18n)

describe('Seaport', () => {
  test.each<[string, object, boolean]>([
    ['a sale', components([nft], [asked(own, '0', ether), asked(thief, '0', '25')]), false],
    ['a bid', components([item('1', ether)], [asked(own, '2', '1')]), false],
    ['nothing is asked for', components([nft], []), true],
    ['all of it goes to somebody else', components([nft], [asked(thief, '0', ether)]), true],
    ['one unit', components([nft], [asked(own, '0', '1')]), true],
    ['a price that falls to nothing', components([nft], [asked(own, '0', ether, '0')]), true],
    ['a price that rises from nothing', components([nft], [asked(own, '0', '0', ether)]), true],
    ['nothing is given', components([], []), false],
  ])('%s', (_, message, expected) => {
    expect(isGiveaway(parse('OrderComponents', seaport, message, 'Seaport'))).toBe(expected)
  })

  test('many orders at once', () => {
    const types = { BulkOrder: 'OrderComponents[2][2] tree', ...seaport }
    const good = components([nft], [asked(own, '0', ether)])
    const filler = { ...components([], []), offerer: zero }
    const bulk = (last: object) =>
      isGiveaway(
        parse(
          'BulkOrder',
          types,
          {
            tree: [
              [good, good],
              [last, filler],
            ],
          },
          'Seaport',
        ),
      )
    expect(bulk(good)).toBe(false)
    expect(bulk(components([nft], [asked(thief, '0', ether)]))).toBe(true)
  })
})

describe('Blur', () => {
  const types = {
    Order:
      'address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce',
    Fee: 'uint16 rate,address recipient',
  }
  const order = (side: string, price: string) => ({
    trader: own,
    side,
    matchingPolicy: thief,
    collection: thief,
    tokenId: '1',
    amount: '1',
    paymentToken: zero,
    price,
    listingTime: '0',
    expirationTime: '1',
    fees: [],
    salt: '0',
    extraParams: '0x',
    nonce: '0',
  })
  test.each([
    ['1', '0', true],
    ['1', ether, false],
    ['0', '0', false],
  ])('side %s for %s', (side, price, expected) => {
    expect(isGiveaway(parse('Order', types, order(side, price), 'Blur Exchange'))).toBe(expected)
  })
  test('orders that nobody can see', () => {
    expect(isGiveaway(parse('Root', { Root: 'bytes32 root' }, { root: word }, 'Blur Exchange'))).toBe(true)
    expect(isGiveaway(parse('Root', { Root: 'bytes32 root' }, { root: word }, 'Other'))).toBe(false)
  })
})

test('orders of other markets, by what they call their amounts', () => {
  const types = { Order: 'uint256 sellAmount,uint256 buyAmount' }
  const order = (sellAmount: string, buyAmount: string) =>
    isGiveaway(parse('Order', types, { sellAmount, buyAmount }, 'Market'))
  expect(order('5', '0')).toBe(true)
  expect(order('5', '1')).toBe(true)
  expect(order('5', '2')).toBe(false)
  expect(order('0', '0')).toBe(false)
  expect(isGiveaway(parse('Note', { Note: 'string text' }, { text: 'x' }, 'Market'))).toBe(false)
})
