import * as http from '../index.ts'

const token = 'eip155:1:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const other = `eip155:1:0x${'e'.repeat(40)}`
const good = { amount: '1', from: other, to: token, userAddress: token }

/** Swaps: only the transaction has a body. */
export const convertCases = [
  { route: http.getConvertTokens, line: 'GET /v1/convert/tokens none' },
  { route: http.getConvertQuotes, line: 'GET /v1/convert/quotes none' },
  { route: http.getConvertAllowance, line: 'GET /v1/convert/allowance none' },
  { route: http.getConvertGasPrice, line: 'GET /v1/convert/gas-price none' },
  { route: http.getConvertApprove, line: 'GET /v1/convert/build-approve none' },
  {
    route: http.postConvertTransaction,
    line: 'POST /v1/convert/build-transaction none',
    good: [
      good,
      { ...good, eip155: { slippage: 1 }, projectId: 'demo', disableEstimate: true, minimum: '5' },
    ],
    bad: [
      {},
      { ...good, amount: '0' },
      { ...good, amount: '-1' },
      { ...good, amount: 1 },
      { ...good, from: '0x1' },
      { ...good, eip155: { slippage: 51 } },
      { ...good, minimum: '1.5' },
      { ...good, provider: '../admin' },
      { ...good, gas: '1' },
    ],
  },
]
