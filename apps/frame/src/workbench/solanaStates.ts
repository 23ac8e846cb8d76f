import type { AccountState, DecodedInstruction, DecodedStep } from '@latchkey/chain-solana/decode/model'
import type { ChainInfo } from '@latchkey/protocol'
import { decodeBase58 } from '@latchkey/std/base58'
import type { SolanaTransaction } from '@latchkey/std/solana/transaction'
import type { ApprovalView } from '../approvals/ApprovalView.ts'
import { messageView } from '../chains/solana/message/messageApproval.ts'
import type { Facts } from '../chains/solana/model/facts.ts'
import type { TransactionRequest } from '../chains/solana/model/solanaRequest.ts'
import { pendingView, transactionView } from '../chains/solana/transaction/transactionView.ts'

const chain: ChainInfo = {
  id: 0,
  caip2: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  name: 'Solana Devnet',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  testnet: true,
}
const account = 'CbsXypaLZ1mX2LuJoRRxxobyaPKRaLhj7ASi57oiPCqY'
const friend = '7B8kV6wc2N8tz5r9qiMCbnG2EwQTEyVzHQ5ezEnJxQ3C'
const stranger = 'G3o6RLYFmdyzqLo6K8dgQiPUFT9j397tp5CcacZQBofS'
const mint = '2JD8qaftvnviFka3SznjAAXop577GBDRnuRZdft8U153'
/** Token accounts of that mint. */
const own = '5wRggdkx5JrxMRnrUp981V7AiAZRQXiWuVNVhfnj7rvo'
const theirs = 'Fgf9ZbbU4VGwbcZENJYDSsdf1fp1REdX72Kzdcve1Fvh'
const shop = '7Fo1LrTQAtCQUxYSqWyiuAE9k4Ni2ixoVco7BPxYjJRD'
const SYSTEM = '11111111111111111111111111111111'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const COMPUTE = 'ComputeBudget111111111111111111111111111111'

const SOL = 1_000_000_000n
const FEE = 5_000n

const step = (
  program: string,
  decoded: DecodedInstruction,
  accounts: DecodedStep['accounts'] = [],
): DecodedStep => ({ program, decoded, accounts, data: new Uint8Array() })

const holds = (lamports: bigint): AccountState => ({ lamports, owner: SYSTEM, data: new Uint8Array() })

/** A token account as the network has it (SPL Token, `Account`). */
function holdsTokens(owner: string, amount: bigint): AccountState {
  const data = new Uint8Array(165)
  data.set(decodeBase58(mint) ?? [], 0)
  data.set(decodeBase58(owner) ?? [], 32)
  new DataView(data.buffer).setBigUint64(64, amount, true)
  data[108] = 1
  return { lamports: 2_039_280n, owner: TOKEN, data }
}

type Told = {
  way?: TransactionRequest['way']
  /** What the account has, and would have: lamports, and tokens in the smallest unit. */
  lamports?: readonly [bigint, bigint]
  tokens?: readonly [bigint, bigint]
  priority?: bigint
  isDurable?: boolean
  cosigners?: readonly string[]
}

const requestOf = (way: TransactionRequest['way'], count: number, steps: number): TransactionRequest => ({
  ...{
    way,
    account,
    options: {},
    raw: '4hXTCkRzt9WyecNzV1XPgCDfGAZzQKNxLXgynz5QDuWWPSAZBZSHptvWRL3BjCvzUXRdKvHL2b7yGrRQcWyaqsa',
  },
  transactions: Array.from(
    { length: count },
    () => ({ message: { instructions: Array.from({ length: steps }) } }) as unknown as SolanaTransaction,
  ),
})

/** One or several transactions as they would be read. */
function view(transactions: readonly (readonly DecodedStep[])[], told: Told = {}): ApprovalView {
  const { way = 'send', lamports = [2n * SOL, 2n * SOL - FEE], tokens = [250_000_000n, 250_000_000n] } = told
  const { priority = 0n, isDurable = false, cosigners = [] } = told
  const after = new Map([
    [account, holds(lamports[1])],
    [own, holdsTokens(account, tokens[1])],
  ])
  const facts: Facts = {
    transactions: transactions.map((steps) => ({
      decoded: {
        message: {
          ...{
            version: 0,
            readonlySigned: 0,
            readonlyUnsigned: 0,
            blockhash: '',
            instructions: [],
            lookups: [],
          },
          ...{ accounts: [account, ...cosigners], requiredSignatures: 1 + cosigners.length },
        },
        accounts: [{ address: account, isSigner: true, isWritable: true }],
        ...{ steps, fee: { base: FEE, priority }, isDurable },
      },
      fee: FEE + priority,
      feeTaken: FEE + priority,
      simulation: { error: null, after },
    })),
    before: new Map([
      [account, holds(lamports[0])],
      [own, holdsTokens(account, tokens[0])],
    ]),
    tokens: new Map(
      [own, theirs].map((address) => [
        address,
        {
          ...{ mint, owner: address === own ? account : friend, amount: 0n, delegate: null, delegated: 0n },
          ...{ closer: null, program: TOKEN },
        },
      ]),
    ),
    proven: new Set([theirs]),
    mints: new Map([[mint, { decimals: 6, extensions: [] }]]),
  }
  return transactionView(chain, requestOf(way, transactions.length, transactions[0]?.length ?? 0), facts)
}

const transfer = (to: string, lamports: bigint) =>
  step(SYSTEM, { kind: 'transfer', from: account, to, lamports })
const tokenTransfer = step(TOKEN, {
  ...{ kind: 'tokenTransfer', source: own, destination: theirs, authority: account },
  ...{ amount: 125_500_000n, mint, decimals: 6, fee: null },
})
const signsAndPays = [{ address: account, isSigner: true, isWritable: true }]
const unknown = step(shop, { kind: 'unknown' }, [
  ...signsAndPays,
  { address: own, isSigner: false, isWritable: true },
])

/** Every state of an approval on Solana. */
export const solanaViews: Readonly<Record<string, ApprovalView>> = {
  'solana-reading': pendingView(chain, requestOf('send', 1, 3)),
  'solana-transfer': view(
    [[step(COMPUTE, { kind: 'computePrice', microLamports: 40_000n }), transfer(friend, SOL / 2n)]],
    { lamports: [2n * SOL, SOL + SOL / 2n - 13_000n], priority: 8_000n },
  ),
  'solana-token': view(
    [
      [
        step(ASSOCIATED, { kind: 'createAssociated', payer: account, account: theirs, owner: friend, mint }),
        tokenTransfer,
      ],
    ],
    { lamports: [2n * SOL, 2n * SOL - 2_044_280n], tokens: [250_000_000n, 124_500_000n] },
  ),
  'solana-several': view(
    [[transfer(friend, SOL / 10n), tokenTransfer, step(shop, { kind: 'memo', text: 'Order 4711' })]],
    { lamports: [2n * SOL, 2n * SOL - SOL / 10n - FEE], tokens: [250_000_000n, 124_500_000n] },
  ),
  'solana-many': view([[transfer(friend, SOL / 10n)], [transfer(stranger, SOL / 5n)]], { way: 'signAll' }),
  'solana-delegate': view([
    [
      step(TOKEN, {
        ...{ kind: 'tokenApprove', source: own, delegate: stranger, owner: account },
        ...{ amount: 2n ** 64n - 1n, mint, decimals: 6 },
      }),
    ],
  ]),
  'solana-authority': view([
    [step(TOKEN, { kind: 'tokenSetAuthority', account: own, authority: 'owner', to: stranger })],
  ]),
  'solana-assign': view([[step(SYSTEM, { kind: 'assign', account, owner: stranger })]]),
  'solana-unknown': view([[unknown]], { tokens: [250_000_000n, 275_000_000n], lamports: [2n * SOL, SOL] }),
  'solana-durable': view(
    [[step(SYSTEM, { kind: 'nonceAdvance', nonce: stranger, authority: account }), transfer(friend, SOL)]],
    { isDurable: true, lamports: [2n * SOL, SOL - FEE] },
  ),
  'solana-signers': view([[transfer(friend, SOL)]], {
    ...{ way: 'sign', cosigners: [stranger], lamports: [2n * SOL, SOL - FEE] },
  }),
  'solana-funds': view([[transfer(friend, 3n * SOL)]]),
  'solana-message': messageView(
    { account, bytes: '', text: 'Welcome to Harbour on Solana.', raw: '' },
    { method: 'solana_signMessage', params: [], chain },
  ),
}
