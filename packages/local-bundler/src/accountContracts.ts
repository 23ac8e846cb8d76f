/**
 * Where the contracts of smart accounts are, on the public networks and on the local chain alike: EntryPoint 0.7
 * (ERC-4337), Safe 1.4.1 and Safe4337Module 0.3.0. `paymaster` and `permissionManager` are of the local chain.
 *
 * @example
 * await client.getCode({ address: accountContracts.entryPoint })
 */
export const accountContracts = {
  entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  safeProxyFactory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
  safe: '0x41675C099F32341bf84BFc5382aF534df5C7461a',
  safeL2: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
  multiSend: '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  compatibilityFallbackHandler: '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99',
  safe4337Module: '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226',
  safeModuleSetup: '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47',
  /** VerifyingPaymaster of account-abstraction 0.7.0; `paymasterSigner` signs for it. */
  paymaster: '0x441af2F3a7016bcF2818481f7ACE783E7b01ee30',
  /** `contracts/LatchkeyPermissionManager.sol`. */
  permissionManager: '0x2d2Df41114f81C52Dd85a1158120B3f2d713D9eD',
} as const

/**
 * Contracts that misbehave; `deployTestTargets` puts them on a chain. What each does stands in
 * `contracts/TestTargets.sol`.
 */
export const testTargets = {
  reverting: '0x944cac41433E0c16f702c7202ef077bcDe655ba0',
  reentrant: '0xC08b467Dc4ab72c311695B556338d564A28bCF0e',
  falseToken: '0xe84AEe0e5FD17015c8700bF8F18860247e0CdE93',
  trialRecogniser: '0x3A13afa3b633D30915764d5eC7fC5ED405387719',
  silentToken: '0x2C7dBc710e8958d055f3762dC46C7A2616EB420F',
} as const
