import { loadRecovery } from '@latchkey/chain-evm/decode'
import { decodeFunctionData, erc20Abi, keccak256, parseTransaction, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { App } from '../../App.tsx'
import type { RpcCall } from '../../context/ChainRpc.ts'
import { createApprovals } from '../../host/createApprovals.ts'
import { approve, armed, environmentOf } from '../../testing/approvalScreen.tsx'
import { fakeChain, fakeFrame, testAddress, testConfig } from '../../testing/fakeFrame.ts'
import { approveData, friend, token } from '../../workbench/sampleRequests.ts'
import { ArmingEnvironmentContext } from './useArming.ts'

// The first development key of the well-known test mnemonic.
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const chain = testConfig.chains[0] as (typeof testConfig.chains)[number]
const signal = new AbortController().signal
const symbol = `0x${'20'.padStart(64, '0')}${'4'.padStart(64, '0')}${'55534443'.padEnd(64, '0')}`
const reads: Readonly<Record<string, string>> = {
  '0x95d89b41': symbol,
  '0x313ce567': toHex(6n, { size: 32 }),
  '0x70a08231': toHex(7_000_000n, { size: 32 }),
}
const answers: Readonly<Record<string, unknown>> = {
  eth_getBalance: '0xde0b6b3a7640000',
  eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
  eth_maxPriorityFeePerGas: '0x5f5e100',
  eth_estimateGas: '0xc350',
  eth_getCode: '0x60',
  // What was sent stays where it is: no block comes.
  eth_getTransactionByHash: {},
}

/** A frame as a host sees it: its approvals, its screen, a network that keeps what it is sent, and keys that sign. */
async function start() {
  const sent: ReturnType<typeof parseTransaction>[] = []
  const answer = ({ method, params }: RpcCall): unknown => {
    const [first] = params as [{ data?: string } & string]
    if (method === 'eth_call') return reads[first.data?.slice(0, 10) ?? ''] ?? '0x'
    if (method === 'eth_getTransactionCount') return '0x5'
    if (method === 'eth_sendRawTransaction') sent.push(parseTransaction(first as unknown as `0x${string}`))
    return answers[method] ?? null
  }
  const signTransaction = async ({ transaction }: { transaction: Record<string, string> }) => {
    const { chainId, nonce, to, data, accessList, ...amounts } = transaction
    const wei = Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, BigInt(value)]))
    const fields = { type: 'eip1559', chainId, nonce, to, data, accessList, ...wei }
    const raw = await account.signTransaction(fields as never)
    return { raw, hash: keccak256(raw) }
  }
  const frame = fakeFrame({
    now: Date.now,
    chain: fakeChain(answer),
    keys: { signTransaction: signTransaction as never },
  })
  await loadRecovery()
  const host = { onScreen: () => undefined, onEscape: () => undefined, onFocusExit: () => undefined }
  await render(
    <ArmingEnvironmentContext value={environmentOf('visible')}>
      <div className="lk-root">
        <App store={frame.store} wallet={{ name: 'Latchkey', host: 'wallet.localhost' }} host={host} />
      </div>
    </ArmingEnvironmentContext>,
  )
  const approvals = createApprovals(frame)
  const ask = (fields: object) => {
    const params = [{ from: testAddress, ...fields }]
    return approvals.request({ method: 'eth_sendTransaction', params, chain }, signal)
  }
  return { sent, ask }
}
const send = { to: friend, value: '0x16345785d8a0000' }
const press = async () => {
  await armed()
  await approve().click()
}

test('the fee that was chosen is the fee that is signed', async () => {
  const { sent, ask } = await start()
  const result = ask(send)
  await page.getByRole('button', { name: /Normal/ }).click()
  await page.getByRole('radio', { name: /^Fast/ }).click()
  await expect.element(page.getByRole('radio', { name: /^Fast/ })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: /^Fast/ })).toHaveFocus()
  await press()
  expect(await result).toMatch(/^0x[0-9a-f]{64}$/)
  // Three times the base fee and twice the tip that the network suggests.
  expect(sent).toMatchObject([{ maxFeePerGas: 3_200_000_000n, maxPriorityFeePerGas: 200_000_000n }])
})

test('the limit that was set is the limit that is signed', async () => {
  const { sent, ask } = await start()
  const result = ask({ to: token, data: approveData(50_000_000n) })
  await page.getByRole('button', { name: 'Set a limit' }).click()
  await page.getByRole('textbox').fill('7')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await expect.element(page.getByText('7 USDC of yours')).toBeVisible()
  expect(page.getByRole('checkbox').query()).toBeNull()
  await press()
  await result
  const { args } = decodeFunctionData({ abi: erc20Abi, data: sent[0]?.data ?? '0x' })
  expect(args?.[1]).toBe(7_000_000n)
})

test('what waits is sped up first, then the site’s own request is approved', async () => {
  const { sent, ask } = await start()
  const first = ask(send)
  await press()
  await first
  const second = ask({ ...send, value: '0x1' })
  await page.getByRole('button', { name: 'Speed up' }).click()
  await expect.element(page.getByText('You asked for this yourself.')).toBeVisible()
  const speedUp = page.getByRole('button', { name: 'Speed up' })
  await expect.element(speedUp).toHaveAttribute('data-armed', 'true')
  await speedUp.click()
  await expect.element(page.getByRole('region', { name: 'Asked by' })).toBeVisible()
  await press()
  await second
  expect(sent.map(({ nonce, value }) => [nonce, value])).toEqual([
    [5, 10n ** 17n],
    [5, 10n ** 17n],
    [6, 1n],
  ])
  const [old, faster] = sent.map(({ maxFeePerGas }) => maxFeePerGas ?? 0n)
  expect((faster ?? 0n) * 10n).toBeGreaterThan((old ?? 0n) * 11n)
})
