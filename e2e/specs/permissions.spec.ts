import { accountContracts, permissionManagerAbi } from '@latchkey/local-bundler'
import { createWalletClient, encodePacked, type Hex, http, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { createAccountPage } from '../support/AccountPage.ts'
import { ether, friend } from '../support/chainClient.ts'
import { outcome, rpc, startRequests } from '../support/provider.ts'
import { localChainId } from '../support/sendCalls.ts'
import { signInWith } from '../support/socials.ts'
import { connected } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

test.use({ hostAccount: 'smart', world: { name: 'permissions' } })

/** Mode of ERC-7579: one call, which reverts with everything when it fails. */
const SINGLE: Hex = `0x${'00'.repeat(32)}`

type Given = {
  context: Hex
  to: string
  delegationManager: Hex
  permission: { data: { allowanceAmount: string } }
}

/** Whoever was given a permission: an account of its own, that needs no wallet. */
async function startGrantee({ chain }: Stack) {
  const account = privateKeyToAccount(generatePrivateKey())
  await chain.setBalance(account.address, ether)
  const client = createWalletClient({
    account,
    chain: anvil,
    transport: http(chain.url),
    pollingInterval: 100,
  }).extend(publicActions)
  return {
    address: account.address,
    async pays(context: Hex, to: Hex, value: bigint) {
      const execution = encodePacked(['address', 'uint256', 'bytes'], [to, value, '0x'])
      const { request } = await client.simulateContract({
        address: accountContracts.permissionManager,
        abi: permissionManagerAbi,
        functionName: 'redeemDelegations',
        args: [[context], [SINGLE], [execution]],
      })
      return client.waitForTransactionReceipt({ hash: await client.writeContract(request) })
    },
  }
}

test('R6-20 R6-21 a site may spend within limits: kept on the network, shown and taken back on the account page; one that is refused or too wide gives nothing', async ({
  host,
  page,
  context,
  stack,
}) => {
  test.slow()
  await host.goto()
  await signInWith(host, 'google', 'ada')
  await connected(host)
  const address = (await host.address()) as Hex
  await test.step('refused by the person, or too wide to be asked for', async () => {
    const wanted = (data: object, type = 'native-token-allowance', to: string = friend) => ({
      method: 'wallet_requestExecutionPermissions',
      params: [{ chainId: localChainId, to, permission: { type, isAdjustmentAllowed: false, data } }],
    })
    const small = { allowanceAmount: '0x1' }
    const codeOf = async ({ method, params }: ReturnType<typeof wanted>) =>
      (await rpc(page, method, params)).code
    expect(await codeOf(wanted(small, 'everything'))).toBe(-32001)
    expect(await codeOf(wanted({ allowanceAmount: 'all' }))).toBe(-32602)
    expect(await codeOf(wanted(small, 'native-token-allowance', address))).toBe(-32602)
    await startRequests(page, [wanted(small)])
    await host.reject()
    expect((await outcome(page)).code).toBe(4001)
    expect((await rpc(page, 'wallet_getGrantedExecutionPermissions', [])).result).toEqual([])
    await expect(host.dialog).toBeHidden()
  })

  await stack.chain.setBalance(address, ether)
  const grantee = await startGrantee(stack)
  const expiry = Math.floor(Date.now() / 1_000) + 3_600
  const asked = {
    chainId: localChainId,
    from: address,
    to: grantee.address,
    permission: {
      type: 'native-token-allowance',
      isAdjustmentAllowed: false,
      data: { allowanceAmount: `0x${(ether / 10n).toString(16)}`, justification: 'For the harbour dues' },
    },
    rules: [{ type: 'expiry', data: { timestamp: expiry } }],
  }
  await startRequests(page, [{ method: 'wallet_requestExecutionPermissions', params: [asked] }])
  const { frame } = host
  await expect(frame.getByRole('heading', { name: 'Give a permission' })).toBeVisible()
  await expect(frame.getByText(/For the harbour dues/).first()).toBeVisible()
  await host.approve('Allow')
  const { result, message } = await outcome(page)
  expect(message).toBeUndefined()
  const [given] = result as [Given]
  expect(given.delegationManager.toLowerCase()).toBe(accountContracts.permissionManager.toLowerCase())

  const receipt = await grantee.pays(given.context, friend, ether / 20n)
  expect(receipt.status).toBe('success')
  await expect(grantee.pays(given.context, friend, ether / 10n)).rejects.toThrow('AllowanceExceeded')
  await expect(grantee.pays(given.context, address, 1n)).rejects.toThrow('ForbiddenTarget')
  const other = await startGrantee(stack)
  await expect(other.pays(given.context, friend, 1n)).rejects.toThrow('NotGrantee')
  const known = await rpc(page, 'wallet_getGrantedExecutionPermissions', [])
  expect(known.result).toHaveLength(1)

  const account = createAccountPage(await context.newPage(), stack)
  await account.goto()
  await account.signInWith('google', 'ada')
  const section = account.section('Smart account')
  await expect(section.getByText(/Up to 0\.1 ETH/)).toBeVisible()
  await expect(section.getByText(/0\.05 ETH used/)).toBeVisible()
  await section.getByRole('button', { name: /^Take back/ }).click()
  const dialog = account.page.getByRole('dialog', { name: 'Take back' })
  const button = dialog.getByRole('button', { name: 'Take back', exact: true })
  await expect(button).toHaveAttribute('data-armed', 'true')
  await button.click()
  await expect(section.getByText('Nobody may act without asking you.')).toBeVisible()
  await expect(grantee.pays(given.context, friend, 1n)).rejects.toThrow('UnknownPermission')
  const gone = await rpc(page, 'wallet_getGrantedExecutionPermissions', [])
  expect(gone.result).toEqual([])
})
