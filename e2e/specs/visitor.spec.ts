import { JsonRpcProvider, verifyMessage, verifyTypedData } from 'ethers'
import { expect, test } from '../support/test.ts'

// What moves is drawn as most visitors see it, and the service keeps what it knows where `npm start` does.
test.use({
  contextOptions: { reducedMotion: 'no-preference' },
  world: { name: 'embedded database', database: 'embedded' },
})

const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('a visitor signs in by e-mail, signs a message and typed data, sends a transfer, is still connected after a reload, and signs out', async ({
  host,
  email,
  stack,
}) => {
  await host.signIn(email)
  const address = await host.address()
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)

  await test.step('a message: another library recovers the address', async () => {
    await host.action('Sign a message')
    await host.approve()
    await expect(host.result).toHaveAttribute('data-state', 'done')
    const signature = (await host.result.textContent()) ?? ''
    expect(verifyMessage('Welcome to Harbour. This is a message to sign.', signature)).toBe(address)
  })

  await test.step('typed data', async () => {
    await host.action('Sign typed data')
    // It names the account, and nobody can read what for.
    await host.confirmReading()
    await host.approve()
    await expect(host.result).toHaveAttribute('data-state', 'done')
    const signature = (await host.result.textContent()) ?? ''
    const types = {
      Order: [
        { name: 'buyer', type: 'address' },
        { name: 'item', type: 'string' },
        { name: 'price', type: 'uint256' },
      ],
    }
    const domain = { name: 'Harbour', version: '1', chainId: 31337 }
    const message = { buyer: address, item: 'A berth for one night', price: '42' }
    expect(verifyTypedData(domain, types, message, signature)).toBe(address)
  })

  await test.step('a transfer, which another client finds on the chain', async () => {
    const chain = new JsonRpcProvider(stack.chain.url)
    try {
      await chain.send('anvil_setBalance', [address, `0x${(10n ** 18n).toString(16)}`])
      const before = await chain.getBalance(RECIPIENT)
      await host.action('Send 0.01 ETH')
      await host.approve()
      await expect(host.result).toHaveAttribute('data-state', 'done')
      const hash = (await host.result.textContent()) ?? ''
      expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
      const receipt = await chain.waitForTransaction(hash, 1, 60_000)
      expect(receipt?.from).toBe(address)
      expect(receipt?.status).toBe(1)
      expect((await chain.getBalance(RECIPIENT)) - before).toBe(10n ** 16n)
    } finally {
      chain.destroy()
    }
    await host.leaveReceipt()
  })

  await test.step('still connected after a reload; signs out', async () => {
    await host.page.reload()
    await expect(host.button).toHaveAttribute('data-state', 'connected')
    expect(await host.address()).toBe(address)

    await host.button.click()
    await host.dialog.getByRole('button', { name: 'Sign out' }).click()
    await expect(host.button).toHaveAttribute('data-state', 'disconnected')
    await host.page.reload()
    await expect(host.button).toHaveAttribute('data-state', 'disconnected')
    expect(await host.address()).toBe('')
  })
})
