import { rpc } from '../support/provider.ts'
import { expect, test } from '../support/test.ts'

type Balance = { symbol: string; price?: number; value?: number; quantity: { numeric: string } }

test('a new visitor gets ether and tokens, and page and wallet tell what they are and are worth', async ({
  host,
  page,
  email,
  stack,
}) => {
  test.slow()
  await host.signIn(email)
  await host.action('Get test ETH and tokens')
  await expect(host.result).toHaveText('One test ETH, 100 LKD and 100 LKO have arrived.')
  const account = await host.address()

  const { balances } = await page.evaluate(
    async ([api, address]): Promise<{ balances: Balance[] }> => {
      const query = 'projectId=demo&currency=usd&chainId=eip155:31337'
      return (await fetch(`${api}/v1/account/${address}/balance?${query}`)).json()
    },
    [stack.origins.api, account],
  )
  const told = balances.map(({ symbol, price, value, quantity }) => [symbol, quantity.numeric, price, value])
  expect(told).toEqual([
    ['ETH', '1', 2_500, 2_500],
    ['LKD', '100', 1, 100],
    ['LKO', '100', 1, 100],
  ])

  const params = [{ account, chainFilter: ['0x7a69'] }]
  const { result } = await rpc(page, 'wallet_getAssets', params)
  const assets = (result as Record<string, { balance: string; metadata: { symbol: string } }[]>)['0x7a69']
  expect(assets?.map(({ balance, metadata }) => [metadata.symbol, BigInt(balance)])).toEqual([
    ['ETH', 10n ** 18n],
    ['LKD', 100_000_000n],
    ['LKO', 100_000_000n],
  ])
})
