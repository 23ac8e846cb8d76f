import type { JsonRpc } from '@latchkey/testing/node'
import { concat, encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { accountContracts, testTargets } from './accountContracts.ts'
import { addresses, DEPLOYER, type Deployment, deploy, own, place, SALT } from './deployContract.ts'
import { fundBundler } from './fundBundler.ts'
import { paymasterSigner } from './localKeys.ts'
import { readArtifact } from './readArtifact.ts'
import { sendAsDeveloper } from './sendAsDeveloper.ts'

/** The same program where Safe's own deployments expect it: the deployer's address decides theirs. */
const SAFE_DEPLOYER: Hex = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7'
const ENTRY_POINT_SALT: Hex = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3'

const safe = (file: string) => `@safe-global/safe-contracts/build/artifacts/contracts/${file}.json`
const safe4337 = (file: string) => `@safe-global/safe-4337/build/artifacts/contracts/${file}.sol/${file}.json`
const entryPoint = (file: string) => `entry-point-0.7/artifacts/${file}.json`

const paymasterAbi = parseAbi([
  'function deposit() payable',
  'function addStake(uint32 unstakeDelaySec) payable',
  'function getDeposit() view returns (uint256)',
])
/** The paymaster must always be able to pay; more is added when less than a tenth is left. */
const DEPOSIT = parseEther('100')

/** Each lands on its address by CREATE2 (EIP-1014). */
const deployments: readonly Deployment[] = [
  {
    address: accountContracts.entryPoint,
    deployer: DEPLOYER,
    salt: ENTRY_POINT_SALT,
    code: () => readArtifact(entryPoint('EntryPoint')).bytecode,
  },
  ...(
    [
      [accountContracts.safe, 'Safe.sol/Safe'],
      [accountContracts.safeL2, 'SafeL2.sol/SafeL2'],
      [accountContracts.safeProxyFactory, 'proxies/SafeProxyFactory.sol/SafeProxyFactory'],
      [accountContracts.multiSend, 'libraries/MultiSend.sol/MultiSend'],
      [
        accountContracts.compatibilityFallbackHandler,
        'handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler',
      ],
    ] as const
  ).map(([address, file]) => ({
    address,
    deployer: SAFE_DEPLOYER,
    salt: SALT,
    code: () => readArtifact(safe(file)).bytecode,
  })),
  {
    address: accountContracts.paymaster,
    deployer: DEPLOYER,
    salt: SALT,
    code: () =>
      concat([
        readArtifact(entryPoint('VerifyingPaymaster')).bytecode,
        addresses(accountContracts.entryPoint, paymasterSigner.address),
      ]),
  },
  own(accountContracts.permissionManager, 'LatchkeyPermissionManager'),
]

async function fundPaymaster(call: JsonRpc): Promise<void> {
  const to = accountContracts.paymaster
  const data = encodeFunctionData({ abi: paymasterAbi, functionName: 'getDeposit' })
  const deposit = BigInt(String(await call('eth_call', [{ to, data }, 'latest'])))
  if (deposit >= DEPOSIT / 10n) return
  const fund = encodeFunctionData({ abi: paymasterAbi, functionName: 'deposit' })
  await sendAsDeveloper(call, { to, data: fund, value: DEPOSIT })
  const stake = encodeFunctionData({ abi: paymasterAbi, functionName: 'addStake', args: [86_400] })
  await sendAsDeveloper(call, { to, data: stake, value: parseEther('1'), from: DEPLOYER })
}

/**
 * Puts everything that smart accounts need on a local chain (anvil), unless it is there already: EntryPoint 0.7, Safe
 * 1.4.1, Safe4337Module 0.3.0, the permission manager, and a paymaster with a deposit and a stake. The bundler's own
 * accounts are given what they spend.
 *
 * @param call JSON-RPC of the chain
 * @throws Error when a contract does not land on its address
 * @example
 * const chain = await startAnvil()
 * const { entryPoint } = await deployAccountContracts(chain.call)
 */
export async function deployAccountContracts(call: JsonRpc): Promise<typeof accountContracts> {
  await call('anvil_setCode', [SAFE_DEPLOYER, await call('eth_getCode', [DEPLOYER, 'latest'])])
  for (const deployment of deployments) await deploy(call, deployment)
  await place(
    call,
    accountContracts.safe4337Module,
    concat([readArtifact(safe4337('Safe4337Module')).bytecode, addresses(accountContracts.entryPoint)]),
  )
  await place(call, accountContracts.safeModuleSetup, readArtifact(safe4337('SafeModuleSetup')).bytecode)
  await fundPaymaster(call)
  await fundBundler(call)
  return accountContracts
}

/**
 * Puts contracts that misbehave on a local chain, unless they are there already.
 *
 * @throws Error when a contract does not land on its address
 * @example
 * const { reverting } = await deployTestTargets(world.chain.call)
 */
export async function deployTestTargets(call: JsonRpc): Promise<typeof testTargets> {
  await deploy(call, own(testTargets.reverting, 'RevertingTarget'))
  await deploy(call, own(testTargets.reentrant, 'ReentrantTarget'))
  await deploy(call, own(testTargets.falseToken, 'FalseToken'))
  await deploy(call, own(testTargets.silentToken, 'SilentToken'))
  await deploy(call, own(testTargets.trialRecogniser, 'TrialRecogniser'))
  return testTargets
}
