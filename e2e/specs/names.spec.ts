import { get } from 'node:http'
import { EnsPlugin, JsonRpcProvider, Network, type PerformActionTransaction } from 'ethers'
import { createPublicClient, type Hex, http } from 'viem'
import { localMoney } from '../../scripts/stack/serviceEnv.mjs'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { kindsOfAccount } from '../support/kindsOfAccount.ts'
import { expect, test } from '../support/test.ts'

const UNIVERSAL_RESOLVER = '0xcBfBf06DF98C348554384f2F7Ce75152571De0B0'

/** Follows ERC-3668. Programs on Node do not resolve names under localhost: the gateway is asked by address, with its name as the host. */
async function askGateway({
  sender,
  data,
  urls,
}: {
  sender: string
  data: string
  urls: readonly string[]
}): Promise<Hex> {
  const [template = ''] = urls
  const { host, port, pathname } = new URL(
    template.replace('{sender}', sender.toLowerCase()).replace('{data}', data),
  )
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: pathname, headers: { host } }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve(JSON.parse(text).data))
    }).on('error', reject)
  })
}

async function byViem(stack: Stack, name: string) {
  const client = createPublicClient({
    transport: http(stack.chain.url),
    ccipRead: { request: askGateway },
  })
  return client.getEnsAddress({ name, universalResolverAddress: UNIVERSAL_RESOLVER })
}

class LocalProvider extends JsonRpcProvider {
  override ccipReadFetch({ to }: PerformActionTransaction, data: string, urls: string[]) {
    return askGateway({ sender: String(to), data, urls })
  }
}

async function byEthers(stack: Stack, name: string) {
  const network = new Network('local', 31_337).attachPlugin(new EnsPlugin(localMoney.names, 31_337))
  const provider = new LocalProvider(stack.chain.url, network, { staticNetwork: network })
  try {
    return await provider.resolveName(name)
  } finally {
    provider.destroy()
  }
}

for (const [hostAccount, viewport] of kindsOfAccount)
  test.describe(`with an account that is ${hostAccount}`, () => {
    test.use({ hostAccount, viewport })

    test('R1-15 a visitor registers a name, goes by it, and any client of ENS finds it', async ({
      host,
      page,
      email,
      stack,
    }) => {
      test.slow()
      const { dialog, button } = host
      await host.signIn(email)
      const name = `visitor-${Date.now()}.latchkey.eth`
      await button.click()
      await dialog.getByRole('button', { name: 'Settings' }).click()
      await dialog.getByRole('button', { name: /^Choose a name/ }).click()
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name.slice(0, -'.latchkey.eth'.length))
      await expect(dialog.getByText(`${name} is free`)).toBeVisible()
      const register = dialog.getByRole('button', { name: 'Register', exact: true })
      // The service goes away between the signature and the registration.
      await page.route(/\/v1\/profile\/account(?:\?|$)/, (route) => route.abort())
      await register.click()
      await host.approve()
      await expect(dialog.getByText('The name was not registered', { exact: true }).first()).toBeVisible()
      expect(await byViem(stack, name)).toBe(null)
      await page.unroute(/\/v1\/profile\/account(?:\?|$)/)
      await register.click()
      await host.approve()
      await expect(dialog.getByText('This name is yours', { exact: true })).toBeVisible()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(dialog.getByRole('button', { name: 'Copy address' })).toHaveText(name)
      const address = (await host.address()) as Hex
      expect(await byViem(stack, name)).toBe(address)
      expect(await byEthers(stack, name)).toBe(address)
    })
  })
