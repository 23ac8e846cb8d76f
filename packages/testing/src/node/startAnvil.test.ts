import {
  createPublicClient,
  createWalletClient,
  getContractAddress,
  http,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildArtifacts } from '../contracts/buildArtifacts.ts'
import collectibleFile from '../contracts/TestCollectible.json' with { type: 'json' }
import tokenFile from '../contracts/TestToken.json' with { type: 'json' }
import { testContracts } from '../contracts/testContracts.ts'
import { devAccounts } from '../injected/devAccounts.ts'
import { anvilBinary } from './anvilBinary.ts'
import { freePort } from './freePort.ts'
import { type Anvil, startAnvil } from './startAnvil.ts'

const owner = privateKeyToAccount(devAccounts[1].privateKey)
const other = privateKeyToAccount(devAccounts[2].privateKey)
const stranger = '0x00000000000000000000000000000000000000a1'

let anvil: Anvil

function clients() {
  const transport = http(anvil.url)
  const reader = createPublicClient({ chain: foundry, transport, pollingInterval: 20 })
  const writer = (account: typeof owner) => createWalletClient({ chain: foundry, transport, account })
  /** A node answers with the hash before the transaction is in a block. */
  const mined = async (sending: Promise<`0x${string}`>) =>
    reader.waitForTransactionReceipt({ hash: await sending })
  return { reader, writer, mined }
}

beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(async () => {
  await anvil?.stop()
})

describe('startAnvil', () => {
  test('answers with the chain id, balances and the dev accounts', async () => {
    const { reader } = clients()
    expect(await reader.getChainId()).toBe(31337)
    expect(owner.address).toBe(devAccounts[1].address)
    await anvil.setBalance(stranger, 5n)
    expect(await reader.getBalance({ address: stranger })).toBe(5n)
  })

  test('a clean restart keeps the state, a kill does not lose the port', async () => {
    const { reader } = clients()
    await anvil.setBalance(stranger, 7n)
    await anvil.restart()
    expect(await reader.getBalance({ address: stranger })).toBe(7n)
    await anvil.kill()
    await expect(anvil.call('eth_blockNumber')).rejects.toThrow()
    await anvil.restart()
    expect(await reader.readContract({ ...testContracts.token, functionName: 'decimals' })).toBe(6)
  })

  test('what it is to prepare is put on the chain at each start, also after a crash', async () => {
    let times = 0
    const prepared = await startAnvil({
      prepare(call) {
        times += 1
        return call('anvil_setBalance', [stranger, '0x7'])
      },
    })
    await prepared.kill()
    await prepared.restart()
    expect([times, await prepared.call('eth_getBalance', [stranger, 'latest'])]).toEqual([2, '0x7'])
    await prepared.stop()
    const failing = startAnvil({ prepare: () => Promise.reject(new Error('no contract')) })
    await expect(failing).rejects.toThrow('no contract')
  })

  test('a taken port is refused with a reason', async () => {
    await expect(startAnvil({ port: anvil.port, contracts: false })).rejects.toThrow(
      `port ${anvil.port}: it is taken`,
    )
  })

  test('an abort ends the wait', async () => {
    const reason = new Error('no longer wanted')
    const started = startAnvil({ port: await freePort(), signal: AbortSignal.abort(reason) })
    await expect(started).rejects.toThrow('no longer wanted')
  })

  test('a platform without a binary is named', () => {
    expect(() => anvilBinary('plan9', 'mips')).toThrow('anvil for plan9 mips is not installed')
  })
})

describe('test contracts', () => {
  test('the committed files are what the sources assemble to, at the CREATE2 addresses', () => {
    expect([tokenFile, collectibleFile]).toEqual(buildArtifacts())
    const addresses = [tokenFile, collectibleFile].map(({ bytecode }) =>
      getContractAddress({
        opcode: 'CREATE2',
        from: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
        salt: `0x${'0'.repeat(64)}`,
        bytecode: bytecode as `0x${string}`,
      }),
    )
    expect(addresses).toEqual([testContracts.token.address, testContracts.collectible.address])
  })

  test('every function of the ABIs is dispatched', () => {
    for (const { abi, deployedBytecode } of buildArtifacts())
      for (const item of abi as { type: string }[])
        if (item.type === 'function')
          expect(deployedBytecode).toContain(
            toFunctionSelector(item as Parameters<typeof toFunctionSelector>[0]).slice(2),
          )
  })

  test('ERC-20: mint, transfer, approve, transferFrom and their events', async () => {
    const { reader, writer, mined } = clients()
    const { token } = testContracts
    const balance = (account: `0x${string}`) =>
      reader.readContract({ ...token, functionName: 'balanceOf', args: [account] })
    expect(await reader.readContract({ ...token, functionName: 'name' })).toBe('Latchkey Test Dollar')
    expect(await reader.readContract({ ...token, functionName: 'symbol' })).toBe('LKD')

    await anvil.mintToken(owner.address, 100n)
    expect(await reader.readContract({ ...token, functionName: 'totalSupply' })).toBe(100n)
    const { logs } = await mined(
      writer(owner).writeContract({
        ...token,
        functionName: 'transfer',
        args: [stranger, 30n],
      }),
    )
    const [event] = await reader.getContractEvents({ ...token, eventName: 'Transfer', fromBlock: 'latest' })
    expect(logs).toHaveLength(1)
    expect(event?.args).toEqual({
      from: owner.address,
      to: '0x00000000000000000000000000000000000000A1',
      value: 30n,
    })
    expect([await balance(owner.address), await balance(stranger)]).toEqual([70n, 30n])

    await mined(
      writer(owner).writeContract({ ...token, functionName: 'approve', args: [other.address, 20n] }),
    )
    const allowance = () =>
      reader.readContract({ ...token, functionName: 'allowance', args: [owner.address, other.address] })
    expect(await allowance()).toBe(20n)
    const [approval] = await reader.getContractEvents({
      ...token,
      eventName: 'Approval',
      fromBlock: 'latest',
    })
    expect(approval?.args).toEqual({ owner: owner.address, spender: other.address, value: 20n })
    const args = [owner.address, stranger, 15n] as const
    await mined(writer(other).writeContract({ ...token, functionName: 'transferFrom', args }))
    expect(await allowance()).toBe(5n)
    expect([await balance(owner.address), await balance(stranger)]).toEqual([55n, 45n])
    await expect(
      reader.simulateContract({ ...token, functionName: 'transferFrom', args, account: other }),
    ).rejects.toThrow('ERC20InsufficientAllowance')
    const unlimited = 2n ** 256n - 1n
    await mined(
      writer(owner).writeContract({ ...token, functionName: 'approve', args: [other.address, unlimited] }),
    )
    await mined(writer(other).writeContract({ ...token, functionName: 'transferFrom', args }))
    expect(await allowance()).toBe(unlimited)
  })

  test('ERC-20: too much, the zero address, dirty addresses and value are refused', async () => {
    const { reader, writer } = clients()
    const { token } = testContracts
    const simulate = (to: `0x${string}`, value: bigint) =>
      reader.simulateContract({ ...token, functionName: 'transfer', args: [to, value], account: other })
    await expect(simulate(stranger, 1n)).rejects.toThrow('ERC20InsufficientBalance')
    await expect(simulate(`0x${'0'.repeat(40)}`, 0n)).rejects.toThrow('reverted')
    await expect(
      reader.simulateContract({ ...token, functionName: 'mint', args: [stranger, 2n ** 256n - 1n] }),
    ).rejects.toThrow('reverted')
    const dirty = `0x70a08231${'f'.repeat(64)}` as const
    await expect(reader.call({ to: token.address, data: dirty })).rejects.toThrow('revert')
    await expect(reader.call({ to: token.address, data: '0x70a08231' })).rejects.toThrow('revert')
    await expect(writer(owner).sendTransaction({ to: token.address, value: 1n })).rejects.toThrow('revert')
  })

  test('ERC-721: mint, transfer by owner, approved and operator', async () => {
    const { reader, writer, mined } = clients()
    const { collectible } = testContracts
    const ownerOf = (id: bigint) =>
      reader.readContract({ ...collectible, functionName: 'ownerOf', args: [id] })
    await anvil.mintCollectible(owner.address, 1n)
    await anvil.mintCollectible(owner.address, 2n)
    await anvil.mintCollectible(owner.address, 3n)
    expect(await reader.readContract({ ...collectible, functionName: 'tokenURI', args: [1n] })).toMatch(
      /^data:/,
    )
    await mined(
      writer(owner).writeContract({
        ...collectible,
        functionName: 'transferFrom',
        args: [owner.address, stranger, 1n],
      }),
    )
    expect(await ownerOf(1n)).toBe('0x00000000000000000000000000000000000000A1')
    const [event] = await reader.getContractEvents({
      ...collectible,
      eventName: 'Transfer',
      fromBlock: 'latest',
    })
    expect(event?.args).toEqual({ from: owner.address, to: await ownerOf(1n), tokenId: 1n })

    await mined(
      writer(owner).writeContract({ ...collectible, functionName: 'approve', args: [other.address, 2n] }),
    )
    const [approval] = await reader.getContractEvents({
      ...collectible,
      eventName: 'Approval',
      fromBlock: 'latest',
    })
    expect(approval?.args).toEqual({ owner: owner.address, approved: other.address, tokenId: 2n })
    expect(await reader.readContract({ ...collectible, functionName: 'getApproved', args: [2n] })).toBe(
      other.address,
    )
    const safe = parseAbi(['function safeTransferFrom(address, address, uint256)'])
    const move = { address: collectible.address, abi: safe, functionName: 'safeTransferFrom' } as const
    await mined(writer(other).writeContract({ ...move, args: [owner.address, stranger, 2n] }))
    expect(await reader.readContract({ ...collectible, functionName: 'getApproved', args: [2n] })).toMatch(
      /^0x0+$/,
    )

    const refused = reader.simulateContract({ ...move, args: [owner.address, stranger, 3n], account: other })
    await expect(refused).rejects.toThrow('reverted')
    await mined(
      writer(owner).writeContract({
        ...collectible,
        functionName: 'setApprovalForAll',
        args: [other.address, true],
      }),
    )
    const args = [owner.address, other.address] as const
    expect(await reader.readContract({ ...collectible, functionName: 'isApprovedForAll', args })).toBe(true)
    const data = [owner.address, stranger, 3n, '0x1234'] as const
    await mined(writer(other).writeContract({ ...collectible, functionName: 'safeTransferFrom', args: data }))
    const balance = (of: `0x${string}`) =>
      reader.readContract({ ...collectible, functionName: 'balanceOf', args: [of] })
    expect([await balance(owner.address), await balance(stranger)]).toEqual([0n, 3n])
  })

  test('ERC-721: interfaces, a second mint, an unknown token and a contract as receiver', async () => {
    const { reader } = clients()
    const { collectible } = testContracts
    const supports = (id: `0x${string}`) =>
      reader.readContract({ ...collectible, functionName: 'supportsInterface', args: [id] })
    expect(await supports('0x80ac58cd')).toBe(true)
    expect(await supports('0x5b5e139f')).toBe(true)
    expect(await supports('0x01ffc9a7')).toBe(true)
    expect(await supports('0xffffffff')).toBe(false)
    await anvil.mintCollectible(owner.address, 9n)
    await expect(anvil.mintCollectible(owner.address, 9n)).rejects.toThrow('revert')
    await expect(
      reader.readContract({ ...collectible, functionName: 'ownerOf', args: [404n] }),
    ).rejects.toThrow('revert')
    const args = [owner.address, testContracts.token.address, 9n] as const
    await expect(
      reader.simulateContract({ ...collectible, functionName: 'safeTransferFrom', args, account: owner }),
    ).rejects.toThrow('reverted')
  })
})
