import aaveV3Pool from './descriptors/aave-v3-pool.json' with { type: 'json' }
import cowSettlementOrder from './descriptors/cow-settlement-order.json' with { type: 'json' }
import dai from './descriptors/dai.json' with { type: 'json' }
import ensRegistrarController from './descriptors/ens-registrar-controller.json' with { type: 'json' }
import lidoSteth from './descriptors/lido-steth.json' with { type: 'json' }
import permit2 from './descriptors/permit2.json' with { type: 'json' }
import testOrder from './descriptors/test-order.json' with { type: 'json' }
import testToken from './descriptors/test-token.json' with { type: 'json' }
import uniswapSwapRouter02 from './descriptors/uniswap-swap-router-02.json' with { type: 'json' }
import usdc from './descriptors/usdc.json' with { type: 'json' }
import usdt from './descriptors/usdt.json' with { type: 'json' }
import weth from './descriptors/weth.json' with { type: 'json' }

/** One reviewed file of the snapshot. */
export type PinnedDescriptor = {
  readonly file: string
  /** Of the file's bytes, in hex. A test compares it: a descriptor changes only on purpose. */
  readonly sha256: string
  readonly document: unknown
}

/** The descriptors of this build (ERC-7730): written and reviewed here, and never fetched. */
export const snapshot: readonly PinnedDescriptor[] = [
  {
    file: 'aave-v3-pool.json',
    sha256: '631f2fbfa25672ced20f641593e91cdd060793c9784d76459193db7c9f52d8f0',
    document: aaveV3Pool,
  },
  {
    file: 'cow-settlement-order.json',
    sha256: '73e3e645ac320a603a9767f025e41b0a38ac7afc96e74e711439379200f91ad8',
    document: cowSettlementOrder,
  },
  {
    file: 'dai.json',
    sha256: '618c03d6c1c5297b465fe551757f815d95b095cbc5a8b7b75f10d8d596657308',
    document: dai,
  },
  {
    file: 'ens-registrar-controller.json',
    sha256: '841ed0119a551b29ae7d167f5a328e08f5070386bb7383a3fe3cb238edc0ed64',
    document: ensRegistrarController,
  },
  {
    file: 'lido-steth.json',
    sha256: '8417b73a7eafb04046ed6cd48d367c0a3155987d7147e602453f458e9d0160e8',
    document: lidoSteth,
  },
  {
    file: 'permit2.json',
    sha256: 'f1b2481a064d513edca23d00e1eec2611ef6a93d6e1c517730e5e42b1560aa2f',
    document: permit2,
  },
  {
    file: 'test-order.json',
    sha256: 'b78d571308e641a389c59ca4d410ad41f93fc437501d0567a2a011e60d7cb1ec',
    document: testOrder,
  },
  {
    file: 'test-token.json',
    sha256: '593731b6c77648a0f9d96dceac13151dccc87d3c005ded782014cb97f91d3003',
    document: testToken,
  },
  {
    file: 'uniswap-swap-router-02.json',
    sha256: '0181910f9c0b8b4be553d720a3060792d9dc6ac0d20297c696f56d22edca3a27',
    document: uniswapSwapRouter02,
  },
  {
    file: 'usdc.json',
    sha256: '964bcc6236ca75048a82eb4b2818b6fc9957bda5eef59ca9cbf8877e40de173f',
    document: usdc,
  },
  {
    file: 'usdt.json',
    sha256: 'fbfaed73eadc44d031ea9238c164bb5043b87ebd1e578b532e7ed876486daadf',
    document: usdt,
  },
  {
    file: 'weth.json',
    sha256: 'bafc30575747ebe86a19fa7155c0ae5b4813eddf89906946c90c76685a52bba1',
    document: weth,
  },
]
