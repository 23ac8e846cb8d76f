/** Signs for the local chain's paymaster. The key is public: it is worth nothing anywhere else. */
export const paymasterSigner = {
  address: '0xa33F22d803Ff78B56Da79c82B93642d8fcDDD350',
  privateKey: '0x9af3698906b03e76dcc4c8a0e88d8b08803eebc897a0eb42caa0899c827a3903',
} as const

/** Sends the bundles. No development account of the chain: a test that sends from one would take its nonces. */
export const bundlerExecutor = {
  address: '0x24557112322d1205a940721bAaaCea8e29CB83cE',
  privateKey: '0xadd9b194f0196b17ebc11fba1bbbb0c49593c890486735aae76031179af418bd',
} as const

/** Puts up the contracts that the bundler simulates with, and refills the executor. */
export const bundlerUtility = {
  address: '0x1Bf5e04cA2Bd48D6b628c115Cd40DEFf27992641',
  privateKey: '0xa7e2b7e4df24ee66357873ea7439b73016566f6247185e6db06b5cbb545adb5d',
} as const
